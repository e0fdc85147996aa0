// The result of a query on a poster, where there is no table whose rows and pages could be drawn.
import type { Heard } from '../../engine/protocol';
import { fitted } from '../../layout/fitted-text';
import { plural } from '../../layout/format';
import type { Pen } from './svg-pen';

/** px of a line, of a letter, and around the text of a cell. */
const LINE = 30;
const LETTER = 9;
const AROUND = 12;
const WORDS = { size: 15, mono: true } as const;
/** px that a poster's title and the table's take. */
const ABOVE = 160;
/** Lines that are drawn. */
const MOST = 12;

/** Draws the columns and first rows of a result in the middle of the room that there is. */
export function drawResult(
  pen: Pen,
  { columns, rows, count }: Extract<Heard, { kind: 'rows' }>,
  width: number,
  height: number,
) {
  const lines = [columns, ...rows.slice(0, MOST).map((row) => row.map((cell) => cell ?? 'NULL'))];
  const longest = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const wanted = longest.map((letters) => letters * LETTER + 2 * AROUND);
  const share = Math.min(1, width / wanted.reduce((a, b) => a + b, 0));
  const widths = wanted.map((px) => px * share);
  const total = widths.reduce((a, b) => a + b, 0);
  const cells = lines.flatMap((line, row) => {
    let x = 0;
    return line.map((text, column) => {
      const box = { x, y: row * LINE, width: widths[column] ?? 0, height: LINE };
      x += box.width;
      return { box, text: fitted(text, box.width - 2 * AROUND, LETTER) };
    });
  });
  const scale = Math.min(2, width / total, (height - ABOVE) / (lines.length * LINE));
  const boxes = cells.map(({ box }) => box);
  const top = (height - lines.length * LINE * scale) / 2;
  pen.within((width - total * scale) / 2, top, scale, () => {
    const says = `The answer, ${plural(count, 'row')}`;
    pen.text(0, -12, says, 'ink', { size: 15, weight: 600 });
    pen.boxes(boxes, 'raised');
    pen.boxes(boxes.slice(0, columns.length), 'sunk');
    pen.frames(boxes, 'rule-strong');
    const places = cells.map(({ box, text }) => ({ x: box.x + AROUND, y: box.y + 20, text }));
    pen.texts(places, 'ink', WORDS);
  });
}
