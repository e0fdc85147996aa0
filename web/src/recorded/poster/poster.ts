// Draws the poster of a lesson's step as one SVG. The page shows it before anything is loaded, and it stands on paper
// and on slides. It is made from the recorded steps alone, with the layouts of the stage.
import type { PageAnswer, RowView } from '../../engine/protocol';
import { RELEASES, serverAfter } from '../../engine/releases';
import { count, plural } from '../../layout/format';
import { ribbon } from '../../layout/ribbon';
import { managerOf } from '../../model/log-record';
import { marksOf } from '../../model/row-pages';
import { compose, type Plan } from '../../timeline/compose';
import { sceneAt, type Scene } from '../../timeline/scene';
import type { Tape } from '../../timeline/tape';
import { drawPage } from './page';
import { drawPages } from './pages';
import { fitted } from '../../layout/fitted-text';
import { Pen, type Colours } from './svg-pen';
import { drawResult } from './result';
import { drawRow } from './row';

/** px; the shape of a slide. */
export const WIDTH = 960;
export const HEIGHT = 540;
const MARGIN = 20;
const HEAD = 44;
const BUFFERS = 26;
const LOG = 58;

/** What a poster is made of. */
export interface RestingPicture {
  /** The step's title, and the lesson's. */
  title: string;
  lesson: string;
  /** All that ran up to the step's end. */
  tape: Tape;
  /** The ids of the statements that the step ran, and its plan of the stage. */
  ran: readonly number[];
  plan: Plan | null;
  row: RowView | null;
  /** The page that the step looks at, and an item of it. */
  page: { answer: PageAnswer; item: number } | null;
}

/** Draws a poster in the colours of a theme. */
export function poster(rest: RestingPicture, colours: Colours): string {
  const { tape, page, row } = rest;
  const pen = new Pen(colours);
  const width = WIDTH - 2 * MARGIN;
  const scene = sceneAt(tape, tape.length, tape.worldAt(tape.length), null);
  const title = fitted(rest.title, width - 220, 9);
  pen.text(MARGIN, 28, title, 'ink', { size: 17, weight: 600 });
  const release = RELEASES[serverAfter(tape.placed[0]?.step.text, '15')];
  const corner = { anchor: 'end' } as const;
  pen.text(WIDTH - MARGIN, 20, fitted(rest.lesson, 200, 6), 'ink-soft', corner);
  pen.text(WIDTH - MARGIN, 37, `PostgreSQL ${release}`, 'ink-soft', corner);
  const { parts, files } = compose(tape.placed, new Set(rest.ran), rest.plan);
  let y = HEAD;
  /** Draws something at the height reached, which gives how much it took. */
  const below = (draw: () => number) => {
    let took = 0;
    pen.within(MARGIN, y, 1, () => (took = draw()));
    y += took;
  };
  if (scene.relations.length === 0) {
    const results = tape.steps.flatMap((step) => step.results);
    const answer = results.findLast((heard) => heard.kind === 'rows');
    const middle = { size: 20, anchor: 'middle' } as const;
    if (answer) pen.within(MARGIN, 0, 1, () => drawResult(pen, answer, width, HEIGHT));
    else pen.text(WIDTH / 2, HEIGHT / 2, 'Nothing is stored yet', 'ink-soft', middle);
    return pen.svg(WIDTH, HEIGHT, `${rest.lesson}: ${rest.title}`);
  }
  if (parts.has('buffers')) below(() => drawBuffers(pen, scene));
  const relations = scene.relations.filter((r) => files.has(r.file));
  const dock = parts.has('pages') && relations.length > 0;
  const log = parts.has('log') && (scene.log.end > 0 || scene.log.replay.total > 0);
  const room = HEIGHT - y - MARGIN - (log ? LOG : 0);
  if (page) {
    const role = scene.relations.find((r) => r.oid === page.answer.view.relation)?.role ?? 'heap';
    below(() => drawPage(pen, page.answer, page.item, role, width) + MARGIN);
  } else if (row && parts.has('row')) {
    below(() => drawRow(pen, row, { width, height: dock ? room * 0.55 : room }) + MARGIN);
  }
  if (log) below(() => drawLog(pen, scene, width));
  if (dock && HEIGHT - y > 90) {
    pen.line(0, y - 6, WIDTH, y - 6, 'rule');
    y += 10;
    const all = family(scene, relations);
    below(() => (drawPages(pen, scene, all, marksOf(row), width, HEIGHT - y - 8), 0));
  }
  return pen.svg(WIDTH, HEIGHT, `${rest.lesson}: ${rest.title}`);
}

/** Sorts relations so that each table is followed by its TOAST table and indexes. */
function family(scene: Scene, drawn: Scene['relations']) {
  const parents = new Map(scene.relations.map((r) => [r.oid, r.parent]));
  /** The OIDs from the table down to the relation: TOAST tables and indexes are below a table. */
  const path = (oid: number): number[] => {
    const parent = parents.get(oid);
    return parent === undefined ? [oid] : [...path(parent), oid];
  };
  const key = (r: (typeof drawn)[number]) => path(r.oid);
  return drawn.toSorted((a, b) => {
    const [x, z] = [key(a), key(b)];
    for (let i = 0; i < Math.min(x.length, z.length); i++)
      if (x[i] !== z[i]) return (x[i] ?? 0) - (z[i] ?? 0);
    return x.length - z.length;
  });
}

/** Draws the buffers that were counted, and returns the height. */
function drawBuffers(pen: Pen, scene: Scene): number {
  const { hit, read, dirtied, written } = scene.counters.statement;
  const counts = Object.entries({ hit, read, dirtied, written }).filter(([, n]) => n > 0);
  const says = counts.map(([name, n]) => `${name} ${count(n)}`).join('   ') || 'none';
  pen.text(0, 12, 'Buffers', 'ink', { weight: 600 });
  pen.text(60, 12, says, 'ink', { mono: true });
  return BUFFERS;
}

/** Draws the log's records, and returns the height. */
function drawLog(pen: Pen, scene: Scene, width: number): number {
  const { replay } = scene.log;
  const shown = replay.total > 0 ? replay : scene.log;
  const { boxes, total } = ribbon(shown.records, shown.end, width);
  pen.text(0, 12, replay.total > 0 ? 'WAL replayed' : 'WAL', 'wal-4', { weight: 600 });
  const images = total.images > 0 ? `, ${plural(total.images, 'full-page image')}` : '';
  const says = `${plural(total.records, 'record')}, ${plural(total.bytes, 'byte')}${images}`;
  pen.text(100, 12, says, 'ink');
  pen.within(0, 18, 1, () => {
    pen.boxes([{ x: 0, y: 0, width, height: 26 }], 'wal-1');
    const drawn = boxes.map((box) => ({ ...box, y: 2, height: 22 }));
    for (const server of [false, true]) {
      const some = drawn.filter((box) => (managerOf(box.rmgr).role === 'server') === server);
      pen.boxes(some, server ? 'wal-1' : 'wal-2');
      pen.frames(some, 'wal-3', 0.75);
    }
    const image = drawn.filter((box) => box.images > 0);
    pen.boxes(
      image.map((box) => ({ ...box, x: box.imageX, width: box.x + box.width - box.imageX })),
      'wal-3',
      0.75,
    );
    for (const box of drawn)
      if (box.width > 84) pen.text(box.x + 6, 17, managerOf(box.rmgr).name, 'wal-5', { size: 11 });
  });
  return LOG;
}
