// Small scripts to begin with, each with a table of its own. They are loaded when one is chosen. A test runs them on
// one engine: none may fail.
import { FIRST, type Starter } from './first-starter';

export const STARTERS: readonly Starter[] = [
  FIRST,
  {
    name: 'pglz beside lz4',
    sql: `-- The same text in two columns.
CREATE TABLE methods (a text COMPRESSION pglz, b text COMPRESSION lz4);
INSERT INTO methods
  SELECT v, v FROM (
    SELECT string_agg('line ' || i || ' of a file; ', '') AS v FROM generate_series(1, 400) i) s;

SELECT length(a), pg_column_size(a) AS pglz, pg_column_size(b) AS lz4 FROM methods;
`,
  },
  {
    name: 'A key of a large document',
    sql: `-- What it costs to change one small key.
CREATE TABLE docs (id int PRIMARY KEY, doc jsonb);
INSERT INTO docs
  SELECT 1, jsonb_object_agg('key' || i, md5(i::text)) || '{"visits": 0}'
  FROM generate_series(1, 2000) i;

EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT doc -> 'visits' FROM docs;
EXPLAIN (ANALYZE, BUFFERS, WAL, TIMING OFF)
  UPDATE docs SET doc = jsonb_set(doc, '{visits}', '1');
`,
  },
  {
    name: 'Reading the value, or not',
    sql: `-- Values are fetched from the TOAST table when they are printed, not before.
CREATE TABLE letters (id int PRIMARY KEY, v text);
ALTER TABLE letters ALTER v SET STORAGE EXTERNAL;
INSERT INTO letters SELECT i, repeat('x', 10000) FROM generate_series(1, 20) i;

EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT id FROM letters;
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT md5(v) FROM letters;
`,
  },
  {
    name: 'Updates, dead rows, VACUUM',
    sql: `-- A new version for each update; the old ones stay until VACUUM.
CREATE TABLE pages (id int PRIMARY KEY, hits int, v text);
ALTER TABLE pages ALTER v SET STORAGE EXTERNAL;
INSERT INTO pages SELECT i, 0, repeat('x', 5000) FROM generate_series(1, 10) i;

UPDATE pages SET hits = hits + 1;
UPDATE pages SET v = v || 'y';
SELECT pg_table_size('pages');
VACUUM pages;
SELECT id, hits, length(v) FROM pages LIMIT 3;
`,
  },
];
