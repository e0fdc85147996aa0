// The sweep: flat where the talk's charts are flat, and growing where they grow. What the lab opens with is looked at,
// and a part of it is measured again.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { server } from '../../../../scripts/lib/engine.mjs';
import { courseOf } from './curve-shape';
import { csvOf } from './csv';
import { MEASURES } from './measures';
import { RECORDED_STEP, recorded, rowOf } from './recorded';
import { OPERATIONS, STRATEGIES, documents, scriptOf } from './strategies';
import { statementCount, sweep } from './sweep';
import { totalsOf } from './totals';

const module = new URL('../../../../target/node/toastscope.js', import.meta.url);
const STEP = RECORDED_STEP;

const all = recorded();
/** The points of a strategy. */
const pointsOf = Object.fromEntries(
  STRATEGIES.map(({ id }) => [id, all.filter((point) => point.strategy.id === id)]),
);

/** `get-key1` by `buffers`: its course. */
function course(points, operation, measure) {
  const { kind } = OPERATIONS.find((o) => o.id === operation);
  const { value, few } = MEASURES[kind].find((m) => m.id === measure);
  const own = points.filter((p) => p.operation.id === operation);
  return courseOf(
    own.map((p) => ({ bytes: p.bytes, value: value(p, null) })),
    few,
  );
}

test.each(['fields', 'arrays'])(
  'what the lab opens with is what is measured, %s: node scripts/recordings.mjs',
  { timeout: 300_000 },
  async (id) => {
    expect(existsSync(module), 'the module is not built: npm run build').toBe(true);
    const strategy = STRATEGIES.find((s) => s.id === id);
    const points = [];
    const { run, close } = server();
    for await (const point of sweep(strategy, STEP, run)) points.push(point);
    close();
    expect(points).toHaveLength(statementCount(strategy, STEP));
    expect(points.filter((point) => point).map(rowOf)).toEqual(pointsOf[id].map(rowOf));
  },
);

describe('what the talk shows', () => {
  test('the documents are the talk’s, to 13 MB', () => {
    const sizes = pointsOf.whole.filter((p) => p.operation.id === 'get-key1').map((p) => p.bytes);
    expect(sizes).toHaveLength(documents(STEP).length);
    expect(sizes.at(-1)).toBe(13_200_078);
    const tenth = 20 / STEP;
    for (let i = 2 * tenth; i < sizes.length; i++)
      expect(sizes[i] / sizes[i - tenth]).toBeCloseTo(10, -0.5);
  });

  test('today every key of a larger document costs more, and any update all of it', () => {
    for (const key of ['key1', 'key2', 'key3', 'key4']) {
      expect(course(pointsOf.whole, `get-${key}`, 'buffers').flatFrom).toBeNull();
      expect(course(pointsOf.whole, `get-${key}`, 'time').flatFrom).toBeNull();
    }
    for (const path of ['key3', 'key2,0', 'key2,-1', 'key4,0'])
      expect(course(pointsOf.whole, `set-${path}`, 'wal').flatFrom).toBeNull();
  });

  test('partial decompression saves time, and no buffer', () => {
    const buffers = (points) =>
      points.filter((p) => p.operation.kind === 'access').map((p) => p.buffers);
    expect(buffers(pointsOf.decompress)).toEqual(buffers(pointsOf.whole));
    const time = (points) => course(points, 'get-key1', 'time').last;
    // The arrays repeat one number: to decompress them takes little, beside their chunks.
    expect(time(pointsOf.decompress)).toBeLessThan(time(pointsOf.whole) * 0.6);
  });

  test('sorted: a short key is near, wherever it stands', () => {
    for (const key of ['key1', 'key3']) {
      const found = course(pointsOf.sorted, `get-${key}`, 'buffers');
      expect(found.flatFrom).not.toBeNull();
      // Row and primary key; TOAST's index and a page of chunks.
      expect(found.high).toBeLessThanOrEqual(5);
      expect(course(pointsOf.decompress, `get-${key}`, 'buffers').flatFrom).toBeNull();
    }
  });

  test('inline prefix: a short key is in the row', () => {
    for (const key of ['key1', 'key3'])
      expect(course(pointsOf.inline, `get-${key}`, 'buffers')).toMatchObject({
        always: true,
        high: 2,
      });
  });

  test('compressed fields: a short key of a document that fits its row is read as it is', () => {
    const time = (id, bytes) =>
      pointsOf[id].find((p) => p.operation.id === 'get-key1' && p.bytes === bytes)?.time;
    // EXPLAIN would print a whole microsecond.
    expect(time('fields', 4254)).toBeGreaterThan(0.0005);
    expect(time('fields', 4254)).toBeLessThan(0.0015);
    for (const bytes of [13_278, 41_814])
      expect(time('fields', bytes), `${bytes}`).toBeLessThan(time('inline', bytes));
    // What does not fit, compressed field by field, is left to the inline prefix.
    expect(time('fields', 132_078)).toBe(time('inline', 132_078));
  });

  test('what is handed on as a pointer says so, and what it takes to read', () => {
    const last = (id, operation) => pointsOf[id].filter((p) => p.operation.id === operation).at(-1);
    expect(last('whole', 'get-key2').handedOn).toBe(0);
    expect(last('shared', 'get-key1').handedOn).toBe(0);
    expect(last('shared', 'get-key2').handedOn).toBeGreaterThan(20);
  });

  test('an update compresses a document once, and goes through its items once more', () => {
    const time = (id) => pointsOf[id].filter((p) => p.operation.id === 'set-key3').at(-1).time;
    expect(time('inline')).toBeLessThan(time('whole') * 1.6);
  });

  test('all together: each step of the talk is no dearer to access than the one before', () => {
    const totals = totalsOf(STRATEGIES, all);
    expect(totals).toHaveLength(STRATEGIES.length);
    for (let i = 1; i < totals.length; i++)
      expect(totals[i].access.time).toBeLessThanOrEqual(totals[i - 1].access.time * 1.03);
  });

  test('shared TOAST: every key is two buffers away, and a short one is changed by itself', () => {
    for (const key of ['key1', 'key2', 'key3', 'key4'])
      expect(course(pointsOf.shared, `get-${key}`, 'buffers')).toMatchObject({
        always: true,
        high: 2,
      });
    // Where its page is full the new row goes to another: two buffers more, and a record.
    expect(course(pointsOf.shared, 'set-key3', 'buffers')).toMatchObject({ always: true, high: 6 });
    const wal = pointsOf.shared.filter((p) => p.operation.id === 'set-key3').map((p) => p.walBytes);
    expect(Math.max(...wal)).toBeLessThanOrEqual(201);
    expect(course(pointsOf.shared, 'set-key2,0', 'wal').flatFrom).toBeNull();
  });

  test('in place: the log of an element is as flat, at either end; of another array it is small', () => {
    // Changes of the longest array stand beside the pointer already when key4's comes to it.
    expect(course(pointsOf.inplace, 'set-key4,0', 'wal').high).toBeLessThan(500);
    for (const path of ['key2,0', 'key2,-1']) {
      const wal = course(pointsOf.inplace, `set-${path}`, 'wal');
      expect(wal.flatFrom, path).not.toBeNull();
      expect(wal.high, path).toBeLessThan(300);
    }
  });
});

test('the script of a curve has all its statements, and the file a line for each', () => {
  const [strategy] = STRATEGIES.slice(-1);
  const script = scriptOf(strategy, STEP);
  const count = documents(STEP).length * OPERATIONS.length;
  expect(script.match(/^EXPLAIN/gm)).toHaveLength(count);
  expect(script.match(/^SET jsonb_toaster\.\w+ = on;$/gm)).toHaveLength(10);
  const [operation] = OPERATIONS;
  const cost = { bytes: 210, buffers: 2, walRecords: 0, walBytes: 0, time: 0.003, handedOn: 0 };
  const lines = csvOf([{ strategy, operation, id: 0, ...cost }])
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    ',access,key1,0,210,2,0,0,0.003,,"EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF) ',
  );
});
