// The modules of engine/wasm/later.txt are loaded when their code is first called, and none of them by the first
// lessons.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { uncalledPaths } from '../../../scripts/lib/uncalled-paths.mjs';
import { lessonOf, printedBy, shippedIds } from '../lessons/testing.mjs';
import { freshModule } from './fresh-module.mjs';

/** The parts' names, in the order of their numbers. */
const PARTS = ['later.txt', 'rare.txt'].flatMap((file) => {
  const list = new URL(`../../../engine/wasm/${file}`, import.meta.url);
  return [...readFileSync(list, 'utf8').matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name);
});

/** A fresh module, and the names of the parts it has loaded. */
function fresh() {
  const { Clients, Engine } = freshModule();
  const load = globalThis.toastscopeLater;
  const loaded = [];
  globalThis.toastscopeLater = (part) => {
    loaded.push(PARTS[part]);
    load(part);
  };
  const engine = new Engine(262_144, 2 ** 31, 1);
  engine.begin('later.sql', 0);
  const run = (text) =>
    text
      .split('\n')
      .map((line) => engine.line(line))
      .join('');
  return { Clients, engine, loaded, run };
}

test('a row is stored, read and drawn with the first module alone', () => {
  const { engine, loaded, run } = fresh();
  run(`CREATE TABLE t (id int PRIMARY KEY, a text, doc jsonb);
INSERT INTO t SELECT i, repeat('x', 5000 * i), jsonb_build_object('k', i) FROM generate_series(1, 9) AS i;
INSERT INTO t VALUES (10, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) AS i));
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(a) FROM t WHERE id = 10;
UPDATE t SET id = id + 100 WHERE id = 10;
DELETE FROM t WHERE id = 1;
SELECT pg_column_size(a), pg_relation_size('t') FROM t;`);
  engine.step();
  expect(engine.lastRow()).toBeDefined();
  expect(loaded).toEqual([]);
});

test('what is called later is loaded once, and does what it did', () => {
  const { loaded, run } = fresh();
  run('CREATE TABLE t (a text);');
  const printed = run(`ALTER TABLE t ALTER COLUMN a SET STORAGE EXTERNAL;
VACUUM t;
SELECT initcap('seldom called');`);
  expect(printed).toContain('Seldom Called');
  expect(loaded).toEqual(['alter', 'later', 'rare']);
});

test('no lesson calls what is rare', { timeout: 300_000 }, () => {
  const called = shippedIds.filter((id) => {
    const { engine, loaded } = fresh();
    for (const { sql } of lessonOf(id).steps) if (sql) printedBy(engine, sql);
    engine.free();
    return loaded.includes('rare');
  });
  expect(called, 'npm run rare finds anew what no lesson calls').toEqual([]);
});

test('what is rare is loaded when it is called, with its texts', () => {
  const { loaded, run } = fresh();
  const printed = run("SELECT byteacmp('a'::bytea, 'b'::bytea);");
  expect(printed).toContain('function byteacmp(bytea, bytea) is not modelled');
  expect(loaded.filter((name) => name === 'rare')).toEqual(['rare']);
});

test('the paths of uncalled functions are as short as can be, and name no other', () => {
  const of = (called) => (name) => ({ called, size: 100, name: `${name}::h0123456789abcdef` });
  const functions = [
    ...['toastscope_sql::exec::set', 'toastscope_sql::copy::read'].map(of(true)),
    ...['toastscope_sql::exec::setop', 'toastscope_sql::copy::write', 'core::fmt::x'].map(
      of(false),
    ),
    ...['a', 'b::{{closure}}'].map((name) => of(false)(`toastscope_sql::exec::rows::${name}`)),
    of(false)('<toastscope_sql::copy::Line as core::clone::Clone>::clone'),
    of(false)('toastscope_sql::listed::here'),
  ];
  expect(uncalledPaths(functions, new Set(['toastscope_sql::listed']))).toEqual([
    'toastscope_sql::copy::Line',
    'toastscope_sql::copy::write',
    'toastscope_sql::exec::rows',
    'toastscope_sql::exec::setop',
  ]);
});

test('regular expressions come when one is matched', () => {
  const { loaded, run } = fresh();
  expect(run(`SELECT regexp_replace('toast', 'o(.)', '\\1o');`)).toContain('taost');
  run(`SELECT 'toast' ~ '^t.*t$';`);
  expect(loaded.filter((name) => name === 'regex')).toEqual(['regex']);
});

test('PL/pgSQL, recovery and the prototypes are parts of their own', () => {
  const { engine, loaded, run } = fresh();
  const said = run(`DO $$ BEGIN RAISE NOTICE 'said %', 1 + 1; END $$;`);
  expect(said).toContain('NOTICE:  said 2');
  expect(loaded).toContain('routines');
  expect(loaded).not.toContain('recovery');
  run('CREATE TABLE t (a text);');
  run(`\\crash
SELECT count(*) FROM t;`);
  expect(loaded).toContain('recovery');
  expect(loaded).not.toContain('prototypes');
  engine.free();
});

test('functions that users create come with the first of them', () => {
  const { loaded, run } = fresh();
  run('SELECT upper(a) FROM (VALUES (1::text)) v (a);');
  expect(loaded).not.toContain('functions');
  run(`CREATE FUNCTION next(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 + 1';`);
  expect(loaded).toContain('functions');
  expect(
    run('EXPLAIN (VERBOSE, COSTS OFF) SELECT next(a) FROM generate_series(1, 2) a;'),
  ).toContain('(a + 1)');
});

test('pgbench comes when clients are made, and what its scripts call', () => {
  const { Clients, loaded } = fresh();
  const script = 'SELECT a FROM t;';
  const clients = new Clients(
    'CREATE TABLE t (a int);',
    '-c 2 -f read.sql',
    ['read.sql'],
    [script],
  );
  expect(loaded[0]).toBe('clients');
  clients.round();
  expect(clients.run(2, 1, 1).transactions).toBe(20);
  expect(loaded.toSorted()).toEqual(['clients', 'rare']);
});

test('joins come with the first of them', () => {
  const { loaded, run } = fresh();
  run('CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1), (2);');
  expect(run('SELECT count(*) FROM a WHERE id > 1;')).toContain('1');
  expect(loaded).not.toContain('joins');
  expect(run('SELECT count(*) FROM a JOIN a b USING (id);')).toContain('2');
  expect(loaded).toContain('joins');
});
