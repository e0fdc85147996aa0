// A row on a poster: to scale under the ruler, enlarged, its chunks below with the index entries that find them.
import type { RowView } from '../../engine/protocol';
import { limits } from '../../engine/limits';
import { count, plural } from '../../layout/format';
import { tickIsFree } from '../../layout/ruler-marks';
import type { Rect } from '../../layout/page-map';
import { rowPicture, type RowPicture, type Segment, type Strip } from '../../layout/row';
import { fitted } from '../../layout/fitted-text';
import type { Pen } from './svg-pen';

/** A row's place as SQL writes it. */
const place = (at: { block: number; offset: number }) => `(${count(at.block)},${at.offset})`;

/** px above the drawing, for the heading. */
const HEAD = 26;
/** px of an index entry. */
const ENTRY = 18;

const FILLS: Partial<Record<Segment['role'], string>> = {
  header: 'draw-header',
  padding: 'draw-padding',
  pointer: 'draw-toasted',
  compressed: 'draw-toasted',
};

/** Draws a row, smaller if it is too tall, and returns its height in px. */
export function drawRow(pen: Pen, row: RowView, room: { width: number; height: number }): number {
  // How tall it is does not depend on its width.
  const scale = Math.min(1, room.height / (rowPicture(row, room.width).height + HEAD));
  const width = room.width / scale;
  const picture = rowPicture(row, width);
  pen.within(0, 0, scale, () => {
    pen.text(0, 14, `Row ${place(row.tid)} of ${row.name}`, 'ink', { size: 14, weight: 600 });
    const says = `${plural(row.length, 'byte')}; past ${count(limits.toastTupleThreshold)} TOAST starts`;
    pen.text(width, 14, says, 'ink-soft', { anchor: 'end' });
    pen.within(0, HEAD, 1, () => drawPicture(pen, row, picture));
  });
  return (picture.height + HEAD) * scale;
}

/** Draws the row: ruler, bar and chunks. */
function drawPicture(pen: Pen, row: RowView, picture: RowPicture) {
  const { bar, enlarged, ruler, width, segments, strips } = picture;
  pen.line(0, ruler.y, width, ruler.y, 'rule-strong');
  for (const { x, bytes } of ruler.ticks) {
    const says = bytes === 0 ? '0 bytes' : count(bytes);
    if (!tickIsFree(ruler.marks, x, says.length, width)) continue;
    pen.line(x, ruler.y - 4, x, ruler.y, 'rule-strong');
    pen.text(x + (bytes === 0 ? 0 : 3), ruler.y - 6, says, 'ink-soft', { size: 11 });
  }
  for (const { x, says, anchor } of ruler.marks) {
    pen.line(x, ruler.y - 14, x, bar.y + bar.height + 8, 'draw-now', 1.5);
    const side = anchor === 'end' ? { at: x - 4, anchor } : { at: x + 5 };
    pen.text(side.at, ruler.y - 6, says, 'draw-name', { size: 11, weight: 600, ...side });
  }
  pen.boxes([bar], 'heap-3');
  const bottom = bar.y + bar.height;
  pen.shape([0, bottom, bar.width, bottom, width, enlarged.y, 0, enlarged.y], 'draw-lens');
  for (const strip of strips) pen.shape(strip.fan, 'draw-fan', 'draw-toasted');
  for (const segment of segments) drawSegment(pen, row, segment);
  for (const strip of strips) drawStrip(pen, row, strip);
}

/** Draws one part of the row. */
function drawSegment(pen: Pen, row: RowView, segment: Segment) {
  const { x, y, width, role, length } = segment;
  pen.boxes([segment], FILLS[role] ?? 'draw-value');
  pen.frames([segment], 'raised');
  if (width <= 44) return;
  const column = row.tuple.columns[segment.column ?? -1]?.name ?? '';
  const name = role === 'header' ? 'header' : role === 'padding' ? '' : column;
  const first = fitted(name, width - 12, 7.2);
  pen.text(x + 8, y + 17, first, 'ink', { mono: true, weight: 600 });
  const says = role === 'padding' ? 'pad' : width > 64 ? plural(length, 'byte') : count(length);
  pen.text(x + 8, y + 32, says, 'ink', { size: 11 });
}

/** Draws the chunks of a value. */
function drawStrip(pen: Pen, row: RowView, strip: Strip) {
  const value = row.values.find((v) => v.column === strip.column);
  /** The rectangle without its outline. */
  const inner = (box: Rect): Rect => ({ ...box, x: box.x + 1, width: Math.max(1, box.width - 2) });
  const drawn = strip.chunks.filter((box) => box.more === 0);
  const rest = strip.chunks.filter((box) => box.more > 0);
  for (const { x, y, width, height } of drawn)
    pen.line(x + width / 2, y + height, x + width / 2, strip.entries, 'draw-entry-edge', 1.5);
  const entries = drawn.map((box) => ({ ...inner(box), y: strip.entries, height: ENTRY }));
  pen.boxes(entries, 'draw-entry', 1, 'draw-entry-edge');
  pen.boxes(drawn.map(inner), 'draw-toasted', 1, 'draw-toasted-edge');
  pen.boxes(rest.map(inner), 'draw-fan', 1, 'draw-toasted-edge');
  for (const { x, y, more } of rest)
    pen.text(x + 6, y + 22, `${count(more)} more`, 'ink', { size: 11 });
  for (const { x, y, width, index } of drawn) {
    const chunk = value?.chunks[index];
    if (!chunk || width <= 64) continue;
    pen.text(x + 7, y + 14, `chunk ${chunk.seq}`, 'ink', { weight: 600 });
    const says = width > 110 ? plural(chunk.size, 'byte') : count(chunk.size);
    const where = width > 150 ? ` at ${place(chunk.tid)}` : '';
    pen.text(x + 7, y + 28, says + where, 'ink', { size: 11 });
    if (width <= 84) continue;
    const entry = `${width > 130 ? 'entry ' : ''}${place(chunk.entry)}`;
    const words = { size: 11, anchor: 'middle' } as const;
    pen.text(x + width / 2, strip.entries + 13, entry, 'ink', words);
  }
}
