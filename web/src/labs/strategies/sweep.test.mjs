// The sweep on the engine: flat where the talk's charts are flat, and growing where they grow. Counts, not times
// that are measured; the documents are the talk's, every twentieth of them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { courseOf } from './course';
import { csvOf } from './csv';
import { MEASURES } from './measures';
import { RECORDED_STEP, recorded, rowOf } from './recorded';
import { OPERATIONS, STRATEGIES, documents, scriptOf } from './strategies';
import { statements, sweep } from './sweep';

const module = new URL('../../../../target/node/toastscope.js', import.meta.url);
const STEP = RECORDED_STEP;

function server() {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { LogWriter } = createRequire(import.meta.url)(module.pathname);
  const psql = new LogWriter(262_144, 2 ** 31, 1);
  return (text) =>
    text
      .split('\n')
      .map((line) => psql.line(line))
      .join('');
}

async function measured(id) {
  const strategy = STRATEGIES.find((s) => s.id === id);
  const points = [];
  for await (const point of sweep(strategy, STEP, server())) points.push(point);
  expect(points).toHaveLength(statements(strategy, STEP));
  return points.filter((point) => point);
}

/** `get-key1` by `buffers`: its course. */
function course(points, operation, measure) {
  const { kind } = OPERATIONS.find((o) => o.id === operation);
  const { value, few } = MEASURES[kind].find((m) => m.id === measure);
  const own = points.filter((p) => p.operation.id === operation);
  return courseOf(
    own.map((p) => ({ bytes: p.bytes, value: value(p) })),
    few,
  );
}

describe('on the engine', { timeout: 300_000 }, () => {
  const of = {};
  beforeAll(async () => {
    expect(existsSync(module), 'the module is not built: npm run build').toBe(true);
    for (const { id } of STRATEGIES) of[id] = await measured(id);
  }, 900_000);

  test('what the lab opens with is what is measured: node scripts/recordings.mjs', () => {
    const now = STRATEGIES.flatMap(({ id }) => of[id].filter((point) => point));
    expect(recorded().map(rowOf)).toEqual(now.map(rowOf));
  });

  test('the documents are the talk’s: ten times as long every twentieth, to 13 MB', () => {
    const sizes = of.whole.filter((p) => p.operation.id === 'get-key1').map((p) => p.bytes);
    expect(sizes).toHaveLength(6);
    expect(sizes.at(-1)).toBe(13_200_078);
    for (let i = 2; i < sizes.length; i++) expect(sizes[i] / sizes[i - 1]).toBeCloseTo(10, -0.5);
  });

  test('today every key of a larger document costs more, and any update all of it', () => {
    for (const key of ['key1', 'key2', 'key3', 'key4']) {
      expect(course(of.whole, `get-${key}`, 'buffers').flatFrom).toBeNull();
      expect(course(of.whole, `get-${key}`, 'time').flatFrom).toBeNull();
    }
    for (const path of ['key3', 'key2,0', 'key2,-1', 'key4,0'])
      expect(course(of.whole, `set-${path}`, 'wal').flatFrom).toBeNull();
  });

  test('partial decompression saves time, and no buffer', () => {
    const buffers = (points) =>
      points.filter((p) => p.operation.kind === 'access').map((p) => p.buffers);
    expect(buffers(of.decompress)).toEqual(buffers(of.whole));
    const time = (points) => course(points, 'get-key1', 'time').last;
    expect(time(of.decompress)).toBeLessThan(time(of.whole) / 100);
  });

  test('sorted: a short key is near, wherever it stands', () => {
    for (const key of ['key1', 'key3']) {
      expect(course(of.sorted, `get-${key}`, 'buffers').always).toBe(true);
      expect(course(of.decompress, `get-${key}`, 'buffers').flatFrom).toBeNull();
    }
  });

  test('inline prefix: a short key is in the row', () => {
    for (const key of ['key1', 'key3'])
      expect(course(of.inline, `get-${key}`, 'buffers')).toMatchObject({ always: true, high: 2 });
  });

  test('shared TOAST: every key is two buffers away, and a short one is changed by itself', () => {
    for (const key of ['key1', 'key2', 'key3', 'key4'])
      expect(course(of.shared, `get-${key}`, 'buffers')).toMatchObject({ always: true, high: 2 });
    expect(course(of.shared, 'set-key3', 'buffers')).toMatchObject({ always: true, high: 4 });
    expect(course(of.shared, 'set-key3', 'wal').high).toBeLessThanOrEqual(125);
    expect(course(of.shared, 'set-key2,0', 'wal').flatFrom).toBeNull();
  });

  test('in place: the log of an element is as flat, at either end; of another array it is small', () => {
    // Changes of the longest array stand beside the pointer already when key4's comes to it.
    expect(course(of.inplace, 'set-key4,0', 'wal').high).toBeLessThan(500);
    for (const path of ['key2,0', 'key2,-1']) {
      const wal = course(of.inplace, `set-${path}`, 'wal');
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
  expect(script.match(/^SET jsonb_toaster\.\w+ = on;$/gm)).toHaveLength(9);
  const [operation] = OPERATIONS;
  const cost = { bytes: 210, buffers: 2, walRecords: 0, walBytes: 0, time: 0.003 };
  const lines = csvOf([{ strategy, operation, id: 0, ...cost }])
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    ',access,key1,0,210,2,0,0,0.003,"EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF) ',
  );
});
