// The recordings of lessons: what they hold, how they are written to files and read back, and how they are played.
import { expect, test, vi } from 'vitest';
import { RecordedClient } from './client';
import { pack, unpack } from './format';
import { Recording, SEED } from './recording';

const usage = { hit: 1, read: 0, dirtied: 0, written: 0 };
const step = (id, text) => ({
  id,
  parent: id - 1,
  line: 1,
  text,
  printed: `${text} done\n`,
  time: 1000,
  frames: [{ event: { kind: 'tupleFormed' }, pins: 4, patch: 3, wal: 5 }],
  results: [],
  relations: [],
  counters: { statement: usage, total: usage, relations: [], memory: 0 },
  transaction: 'idle',
  pins: Uint32Array.of(16384, 0xffffffff, 8, 1, 16384, 2, 9, 1),
  wal: Uint32Array.of(10, 64, 0, 0, 1, 4000000000, 1, 2, 3, 4),
  patch: Uint16Array.of(1, 2, 65535),
});
const lastRow = { kind: 'lastRow' };
const page = { kind: 'page', relation: 7, fork: 'main', block: 0 };
const RECORDED = [
  {
    from: 0,
    steps: [step(1, 'CREATE'), step(2, 'INSERT')],
    pieces: [{ line: 1, echo: 'CREATE', text: 'done' }],
    answers: [
      { step: 1, question: lastRow, answer: null },
      { step: 2, question: lastRow, answer: { relation: 7 } },
      { step: 2, question: page, answer: { view: { block: 0 }, bytes: Uint8Array.of(1, 2) } },
    ],
  },
  { from: 2, steps: [step(3, 'SELECT')], pieces: [], answers: [] },
];

test('a step comes back from its file as it was', () => {
  const listed = structuredClone(RECORDED[0]);
  listed.answers[2].answer.bytes = [1, 2];
  expect(unpack(pack(listed))).toEqual(RECORDED[0]);
});

test('a file of another version is not read', () => {
  const text = new TextEncoder().encode('{"version":0}');
  const bytes = new Uint8Array(4 + text.length);
  bytes[0] = text.length;
  bytes.set(text, 4);
  expect(() => unpack(bytes)).toThrow('version 0');
});

/** A client, what it posted, and the engines that it started, which post what the test has them post. */
function played({ missing = false, arrived = null } = {}) {
  const told = [];
  const engines = [];
  const read = async (_, index) => {
    if (missing) throw new Error('gone');
    await arrived;
    return RECORDED[index];
  };
  const recording = new Recording('lesson', ['A', 'B'], read);
  const client = new RecordedClient(
    recording,
    (reply) => told.push(reply),
    (tell) => {
      const made = { tell, calls: [] };
      for (const name of ['run', 'tryOut', 'replay', 'cancel', 'close', 'reset'])
        made[name] = (...asked) => made.calls.push([name, ...asked]);
      made.ask = async (...asked) => ({ asked });
      engines.push(made);
      return made;
    },
  );
  const kinds = () => told.map(({ kind }) => kind);
  const until = (kind) => vi.waitFor(() => expect(kinds()).toContain(kind));
  return { client, told, kinds, engines, until };
}

test('what was recorded is played without an engine', async () => {
  const { client, told, engines, until } = played();
  await until('ready');
  expect(told[0]).toEqual({ kind: 'ready', version: '', seed: SEED });
  client.run('script.sql', 1, 'A', 0);
  await until('finished');
  expect(told.find(({ kind }) => kind === 'steps').steps).toBe(RECORDED[0].steps);
  expect(await client.ask(2, lastRow)).toEqual({ relation: 7 });
  expect(await client.ask(2, { ...page })).toMatchObject({ view: { block: 0 } });
  expect(engines).toEqual([]);
});

test('SQL of one’s own starts the engine, which runs first what was played', async () => {
  const { client, kinds, engines, until } = played();
  client.run('script.sql', 1, 'A', 0);
  await until('finished');
  client.run('script.sql', 1, 'SELECT 1', 2);
  await vi.waitFor(() => expect(engines).toHaveLength(1));
  const [engine] = engines;
  const before = kinds().length;
  engine.tell({ kind: 'ready', version: '', seed: 0.1 });
  const scripts = RECORDED[0].steps.map(({ id, parent, line, text, time }) => ({
    ...{ id, parent, line, text, time },
  }));
  expect(engine.calls).toEqual([['replay', SEED, scripts, scripts.length]]);
  engine.tell({ kind: 'steps', steps: [] });
  engine.tell({ kind: 'finished', id: 1, cancelled: false });
  expect(engine.calls[1]).toEqual(['run', 'script.sql', 1, 'SELECT 1', 2]);
  expect(kinds().length).toBe(before);
  engine.tell({ kind: 'finished', id: 2, cancelled: false });
  expect(kinds().length).toBe(before + 1);
});

/** A client whose recording is on its way, and the engine that was asked for meanwhile. */
function fetching() {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const all = played({ arrived });
  all.client.run('script.sql', 1, 'A', 0);
  all.client.expectEngine();
  return { ...all, arrive, engine: all.engines[0] };
}

test('a step that arrives before the engine is ready is played, and the engine runs it', async () => {
  const { told, arrive, engine, until } = fetching();
  arrive();
  await until('finished');
  expect(told.find(({ kind }) => kind === 'steps').steps).toBe(RECORDED[0].steps);
  engine.tell({ kind: 'ready', version: '', seed: 0.1 });
  expect(engine.calls[0].slice(0, 2)).toEqual(['replay', SEED]);
  expect(engine.calls[0][2].map(({ id }) => id)).toEqual([1, 2]);
});

test('a step that arrives after the engine was told what was played is left to the engine', async () => {
  const { kinds, arrive, engine } = fetching();
  engine.tell({ kind: 'ready', version: '', seed: 0.1 });
  arrive();
  await vi.waitFor(() => expect(engine.calls).toEqual([['run', 'script.sql', 1, 'A', 0]]));
  expect(kinds()).not.toContain('steps');
});

test('an engine that ended before it had run all that was played does not take over', async () => {
  const { client, told, engines, until } = played();
  client.run('script.sql', 1, 'A', 0);
  await until('finished');
  client.run('script.sql', 1, 'SELECT 1', 2);
  await vi.waitFor(() => expect(engines).toHaveLength(1));
  const [engine] = engines;
  engine.tell({ kind: 'ready', version: '', seed: 0.1 });
  told.length = 0;
  engine.tell({ kind: 'finished', id: 1, cancelled: true });
  expect(engine.calls.map(([name]) => name)).toEqual(['replay']);
  expect(told[0]).toMatchObject({ kind: 'panicked' });
  await until('ready');
  expect(engine.calls.map(([name]) => name)).toEqual(['replay', 'close']);
});

test('the same step is not played twice: the engine runs it again', async () => {
  const { client, engines, until } = played();
  client.run('script.sql', 1, 'A', 0);
  await until('finished');
  client.run('script.sql', 1, 'A', 0);
  await vi.waitFor(() => expect(engines).toHaveLength(1));
});

test('a recording that is not to be had is no harm', async () => {
  const { client, engines } = played({ missing: true });
  client.run('script.sql', 1, 'A', 0);
  await vi.waitFor(() => expect(engines).toHaveLength(1));
  engines[0].tell({ kind: 'ready', version: '', seed: 0.1 });
  expect(engines[0].calls).toEqual([['run', 'script.sql', 1, 'A', 0]]);
});

test('without an engine what was played stays, and who waits is told', async () => {
  const { client, told, kinds, engines, until } = played();
  client.run('script.sql', 1, 'A', 0);
  await until('finished');
  const asked = client.ask(1, { kind: 'outline', relation: 7, first: 0, count: 1 });
  engines[0].tell({ kind: 'panicked', message: 'blocked' });
  expect(await asked).toBeNull();
  expect(kinds()).not.toContain('panicked');
  client.run('script.sql', 1, 'SELECT 1', 2);
  await vi.waitFor(() => expect(engines).toHaveLength(2));
  told.length = 0;
  engines[1].tell({ kind: 'panicked', message: 'blocked' });
  await until('ready');
  expect(kinds()).toEqual(['panicked', 'ready']);
  const { id, parent, line, text, time } = RECORDED[0].steps[0];
  client.replay(SEED, [{ id, parent, line, text, time }], 0);
  await until('finished');
  expect(told.find(({ kind }) => kind === 'steps').steps).toEqual([RECORDED[0].steps[0]]);
});

test('what this tab ran besides is run by the engine', async () => {
  const { client, engines } = played();
  const own = { id: 1, parent: 0, line: 1, text: 'SELECT 1', time: 5 };
  client.replay(SEED, [own], 0);
  await vi.waitFor(() => expect(engines).toHaveLength(1));
  engines[0].tell({ kind: 'ready', version: '', seed: 0.1 });
  expect(engines[0].calls).toEqual([['replay', SEED, [own], 0]]);
});
