// The script that the console begins with, and the names of all scripts to choose from.

/** A script to begin with, under the name by which it is chosen. */
export interface Starter {
  name: string;
  sql: string;
}

export const FIRST: Starter = {
  name: 'One long value',
  sql: `-- 5,000 letters that do not compress: they leave the row in chunks.
CREATE TABLE t (id int PRIMARY KEY, v text);
INSERT INTO t
  SELECT 1, left(string_agg(md5(i::text), ''), 5000) FROM generate_series(1, 200) i;

SELECT length(v), pg_column_size(v), pg_column_compression(v) FROM t;
SELECT relname, pg_relation_size(oid) AS bytes FROM pg_class
  WHERE oid = 't'::regclass OR oid = (SELECT reltoastrelid FROM pg_class WHERE oid = 't'::regclass);
`,
};

export const NAMES: readonly string[] = [
  FIRST.name,
  'pglz beside lz4',
  'A key of a large document',
  'Reading the value, or not',
  'Updates, dead rows, VACUUM',
];
