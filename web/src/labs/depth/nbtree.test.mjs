// The shape that is computed is the shape that the engine's index has, page for page.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { readResults } from '../../lessons/psql-output';
import { INNER_FULL, INNER_LEFT, LEAF_FULL, leafLeft, shapeOf, valuesFor } from './nbtree';

const module = new URL('../../../../target/node/toastscope.js', import.meta.url);

function server() {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { LogWriter } = createRequire(import.meta.url)(module.pathname);
  const psql = new LogWriter(262_144, 2 ** 31, 1, false);
  return (text) => {
    const printed = text.split('\n').map((line) => psql.line(line));
    expect(printed.join('')).not.toMatch(/ERROR/);
    return readResults(printed.join('')).tables.at(-1)?.rows[0]?.map(Number);
  };
}

/** Pages without the first, which is the tree's own, and levels. */
const found = (run, index) =>
  run(`SELECT pg_relation_size('${index}') / 8192 - 1, level + 1 FROM bt_metap('${index}');`);
const computed = (values, chunks) => {
  const shape = shapeOf(values, chunks);
  return [shape.reduce((sum, pages) => sum + pages, 0), shape.length];
};

describe('on the engine', { timeout: 120_000 }, () => {
  beforeAll(() => expect(existsSync(module), 'the module is not built: npm run build').toBe(true));

  // An index over the same two columns, filled in the same order, without the bytes of the chunks.
  test.each([1, 3, 7, 60, 1000])('values of %i chunks', (chunks) => {
    const run = server();
    run('CREATE TABLE toast (chunk_id oid, chunk_seq int, PRIMARY KEY (chunk_id, chunk_seq));');
    const most = chunks === 1 ? 160_000 : 30_000;
    let there = 0;
    for (const entries of [LEAF_FULL, LEAF_FULL + 1, 774, 5000, most / 2, most]) {
      const values = Math.ceil(entries / chunks);
      run(
        `INSERT INTO toast SELECT 1 + i / ${chunks}, i % ${chunks} FROM generate_series(${there * chunks}, ${values * chunks - 1}) i;`,
      );
      there = Math.max(there, values);
      expect(found(run, 'toast_pkey'), `${there} values`).toEqual(computed(there, chunks));
    }
  });

  test('a TOAST table’s own', () => {
    const run = server();
    run('CREATE TABLE t (v text);');
    run('ALTER TABLE t ALTER v SET STORAGE EXTERNAL;');
    run(`INSERT INTO t SELECT repeat('x', 4 * 1996) FROM generate_series(1, 2500);`);
    const [oid] = run(`SELECT oid::int FROM pg_class WHERE relname = 't';`);
    expect(found(run, `pg_toast.pg_toast_${oid}_index`)).toEqual(computed(2500, 4));
  });
});

test('pages hold and move what nbtree says', () => {
  expect([LEAF_FULL, INNER_FULL, leafLeft(1, 0), INNER_LEFT]).toEqual([407, 408, 366, 285]);
  // The split goes to a value's end when one is near.
  expect(leafLeft(4, 0)).toBe(364);
  expect(leafLeft(1000, 0)).toBe(366);
  expect(shapeOf(1, 1)).toEqual([1]);
});

// A live server: an index over the same columns with two million entries, and a TOAST table's own.
test('PostgreSQL 15 has as many pages', () => {
  expect([computed(500_000, 4), computed(100_000, 4)]).toEqual([
    [5515, 3],
    [1104, 3],
  ]);
});

test('levels come where they come', () => {
  expect(valuesFor(2, 1)).toBe(LEAF_FULL + 1);
  for (const levels of [3, 4, 5]) {
    const values = valuesFor(levels, 1);
    expect([shapeOf(values - 1, 1).length, shapeOf(values, 1).length]).toEqual([
      levels - 1,
      levels,
    ]);
  }
});
