// The clients lab opens with what the engine says now, and with numbers that one would expect of a real server.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../engine/clients/run';
import { unpack } from '../study/shipped';
import lanes from './lanes.json';
import { BY_LENGTH, BY_METHOD, METHODS_CHART, LENGTHS_CHART, methodRow } from './methods';
import methods from './methods.csv?raw';
import { COUNTS, ROUNDS, SECONDS, rowOf } from './rows';
import { PRESETS } from './scripts';
import { LANES_OF, SHIPPED_MACHINE, packLanes, unpackLanes } from './shipped';
import csv from './shipped.csv?raw';
import { TEXT_ACTIONS, LENGTHS, METHODS, workOf } from './texts';
import { WAITS } from './waits';

const module = new URL('../../../../target/node/toastscope.js', import.meta.url);
const shipped = unpack(csv);
const at = (script, clients) => shipped.find((r) => r.script === script && r.clients === clients);

describe('on the engine', { timeout: 120_000 }, () => {
  beforeAll(() => expect(existsSync(module), 'the module is not built: npm run build').toBe(true));

  test('what the lab opens with: node scripts/recordings.mjs labs/clients', () => {
    Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
    const { Clients } = createRequire(import.meta.url)(module.pathname);
    const work = PRESETS.find(({ id }) => id === 'update');
    const machine = SHIPPED_MACHINE;
    const asked = { work, machine, counts: COUNTS, rounds: ROUNDS, seconds: SECONDS };
    const made = [...runs(Clients, asked)].filter((told) => typeof told !== 'number');
    expect(made.map((report) => rowOf('update', report))).toEqual(
      shipped.filter((row) => row.script === 'update'),
    );
    const looked = made.find((report) => report.clients === LANES_OF);
    expect(packLanes(looked.spans)).toEqual(lanes.update);
  });

  test('texts by method and length are what the engine says, of one of them', () => {
    const { Clients } = createRequire(import.meta.url)(module.pathname);
    const asked = {
      work: workOf('insert', 'lz4', LENGTHS[3]),
      machine: SHIPPED_MACHINE,
      counts: [BY_METHOD, BY_LENGTH],
      rounds: ROUNDS,
      seconds: SECONDS,
    };
    const made = [...runs(Clients, asked)].filter((told) => typeof told !== 'number');
    const own = made.map((report) => methodRow('insert', 'lz4', LENGTHS[3], report));
    const kept = unpack(methods).filter(
      (row) => row.doing === 'insert' && row.method === 'lz4' && row.letters === LENGTHS[3],
    );
    expect(own).toEqual(kept);
  });
});

test('a flush is shared by many clients, and a row by none', () => {
  expect(at('insert', 1).commits_a_flush).toBe(1);
  expect(at('insert', 16).commits_a_flush).toBeGreaterThan(4);
  expect(at('update', 16).commits_a_flush).toBeLessThanOrEqual(4);
  expect(at('update', 16)['Lock:tuple']).toBeGreaterThan(1);
  expect(at('insert', 16)['Lock:tuple']).toBe(0);
});

test('longer texts make fewer transactions, and both pictures say what they show', () => {
  const rows = unpack(methods);
  expect(rows.length).toBe(TEXT_ACTIONS.length * METHODS.length * LENGTHS.length * 2);
  for (const chart of [METHODS_CHART, LENGTHS_CHART])
    for (const { value: doing } of TEXT_ACTIONS) {
      const drawn = rows.filter((row) => chart.part(row) && row.doing === doing);
      expect(drawn.length).toBe(chart.series.all.length * LENGTHS.length);
      expect(chart.findings(drawn)[0]).toMatch(/ (as many|\d+ % (more|fewer)) transactions than /);
      for (const { value } of chart.series.all) {
        const [short, long] = [LENGTHS[0], LENGTHS.at(-1)].map((letters) =>
          drawn.find((row) => row.method === value && row.letters === letters),
        );
        expect(long.tps).toBeLessThan(short.tps);
      }
    }
});

test('readers need cores only', () => {
  // What one client has of a core for a transaction; the rest of its time is on the way.
  const { tps, running } = at('select', 1);
  expect(running).toBeLessThan(1);
  expect(at('select', 16).tps).toBeLessThan((tps / running) * SHIPPED_MACHINE.cores * 1.01);
  expect(at('select', 16).flushes).toBe(0);
});

test('every name of a wait has its look, and lanes are told with them', () => {
  const all = unpackLanes(lanes).flatMap(({ spans }) => spans);
  expect(all.every(({ wait, from, to }) => WAITS[wait] && from <= to)).toBe(true);
});
