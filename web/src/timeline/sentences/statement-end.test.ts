import { describe, expect, it } from 'vitest';
import type { RelationView, StepData } from '../../engine/protocol';
import { atRest } from './statement-end';

const relation = (name: string, role: RelationView['role'], blocks: number) => ({
  name,
  role,
  forks: [{ fork: 'main', blocks }],
});
const relations = [relation('t', 'heap', 1), relation('pg_toast_1', 'toast', 2)];

/** A statement that hit so many buffers of each relation. */
function step(hits: Record<string, number>, results: unknown[] = []): StepData {
  const usage = (hit: number) => ({ hit, read: 0, dirtied: 0, written: 0 });
  const counted = Object.entries(hits).map(([name, hit]) => ({ name, statement: usage(hit) }));
  const statement = usage(Object.values(hits).reduce((a, b) => a + b, 0));
  const counters = { statement, relations: counted };
  return { text: '', relations, results, counters } as unknown as StepData;
}

/** Rows as the server answers with them. */
const rows = (columns: string[], ...values: (string | undefined)[][]) => [
  { kind: 'rows', columns, rows: values, count: values.length, tag: `SELECT ${values.length}` },
];

describe('a picture at rest', () => {
  it('says what was touched when something was read', () => {
    const one = rows(['size'], ['12345']);
    expect(atRest('SELECT 1', step({ t: 1, pg_toast_1: 3 }, one), 0)).toBe(
      'Came out: size is 12,345. It touched 4 buffers: 3 of pg_toast_1 and 1 of t.',
    );
    expect(atRest('SELECT 1', step({ t: 4 }, one), 0)).toBe(
      'Came out: size is 12,345. It touched 4 buffers, all of t.',
    );
    expect(atRest('SELECT 1', step({ a: 1, b: 1, c: 1, d: 1 }, one), 0)).toBe(
      'Came out: size is 12,345. It touched 4 buffers.',
    );
  });

  it('says what came out', () => {
    const said = (tag: string, results: unknown[]) => atRest(tag, step({}, results), 0);
    expect(said('SELECT 1', rows(['a', 'how'], ['69', 'pglz']))).toBe(
      'Came out: a is 69 and how is pglz.',
    );
    expect(said('SELECT 1', rows(['?column?'], ['2']))).toBe('Came out: 2.');
    expect(said('SELECT 0', rows(['a']))).toBe('No row came out.');
    expect(said('SELECT 2', rows(['a'], ['1'], ['2']))).toBe('2 rows came out.');
    expect(said('SELECT 1', rows(['a'], [undefined]))).toBe('One row came out.');
    expect(said('SELECT 1', rows(['v'], ['x'.repeat(5000)]))).toBe('One row came out.');
    expect(said('SELECT 9', [{ kind: 'command', tag: 'SELECT 9' }])).toBe('Done: SELECT 9.');
  });

  it('says what there is when something was written', () => {
    expect(atRest('INSERT 0 1', step({ t: 2, pg_toast_1: 6 }), 12345)).toBe(
      'Done: INSERT 0 1. t has 1 page and pg_toast_1 has 2 pages now; 12,345 bytes were logged.',
    );
    expect(atRest('CREATE TABLE', step({}), 200)).toBe(
      'Done: CREATE TABLE. 200 bytes were logged.',
    );
  });

  it('says what psql was asked for, not what it asked', () => {
    const asked = (text: string) => atRest('SELECT 0', { ...step({}, rows(['a'])), text }, 0);
    expect(asked('\\d+ s')).toBe('psql describes s.');
    expect(asked('\\dt')).toBe('psql lists what there is.');
  });

  it('says which query was explained, and whether it ran', () => {
    const asked = (text: string) => atRest('EXPLAIN', { ...step({ t: 4 }), text }, 0);
    const query = "SELECT jb->'id'\nFROM test;";
    const rest = "SELECT jb->'id' FROM test. It touched 4 buffers, all of t.";
    expect(asked(`EXPLAIN (ANALYZE, BUFFERS)\n${query}`)).toBe(`Ran ${rest}`);
    expect(asked(`-- why?\nexplain analyze verbose ${query}`)).toBe(`Ran ${rest}`);
    expect(asked(`EXPLAIN (ANALYZE off, VERBOSE) ${query}`)).toBe(`Planned, not run: ${rest}`);
    expect(asked(`EXPLAIN ${query}`)).toBe(`Planned, not run: ${rest}`);
    expect(asked(`EXPLAIN (COSTS OFF) SELECT '${'x'.repeat(90)}'`)).toBe(
      `Planned, not run: SELECT '${'x'.repeat(39)}… It touched 4 buffers, all of t.`,
    );
  });

  it('says no more than there is to say', () => {
    expect(atRest('SET', step({}), 0)).toBe('Done: SET.');
  });
});
