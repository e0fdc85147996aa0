import { expect, test } from 'vitest';
import { measuringIn } from './measuring-statements';

/** SQL in two, and what the second part measures with. */
function parted(sql: string) {
  const found = measuringIn(sql);
  return {
    told: sql.slice(0, found?.from).trimEnd(),
    measuring: found ? sql.slice(found.from).trimEnd() : '',
    what: found?.what ?? '',
  };
}

const INSERT = "INSERT INTO t VALUES ('a;b'), ($x$;$x$); -- all; of it\n";

test('queries of sizes and pages at the end are measuring', () => {
  const { told, measuring, what } = parted(
    `${INSERT}SELECT pg_column_size(a) FROM t;\nSELECT lp FROM heap_page_items(get_raw_page('t', 0));\n`,
  );
  expect(told).toBe(INSERT.split('\n')[0]);
  expect(measuring.split('\n')).toHaveLength(2);
  expect(what).toBe('pg_column_size, heap_page_items, get_raw_page');
});

test('a query that is measured itself is told, and so is measuring before it', () => {
  const sql = 'SELECT pg_relation_size(1) AS before \\gset\nEXPLAIN (ANALYZE) SELECT a FROM t;';
  expect(parted(sql)).toEqual({ told: sql, measuring: '', what: '' });
});

test('where nothing else runs, measuring is what the step is about', () => {
  const sql = 'SELECT pg_column_size(a) FROM t;';
  expect(parted(sql)).toEqual({ told: sql, measuring: '', what: '' });
});

test('a command of psql that ends a statement stays with it', () => {
  const { told, measuring } = parted(
    'UPDATE t SET a = 1;\nSELECT oid FROM pg_class \\gset\nSELECT 1, pg_relation_size(:oid);',
  );
  expect(told).toBe('UPDATE t SET a = 1;');
  expect(measuring).toMatch(/^SELECT oid FROM pg_class \\gset\n/);
});
