-- How much of an index and of a table is bloat, by what the catalog and ANALYZE say: the shape of the
-- well-known queries, with the indexed columns read from the text of indkey.
CREATE SCHEMA app;
CREATE TABLE app.docs (id bigint PRIMARY KEY, owner int NOT NULL, title varchar(80), body text, created date DEFAULT '2024-01-01') WITH (fillfactor = 90);
CREATE INDEX docs_owner ON app.docs (owner, created) WITH (fillfactor = 70);
CREATE INDEX docs_lower ON app.docs (lower(title));
INSERT INTO app.docs SELECT i, i % 17, 'Title no ' || i, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN repeat(md5(i::text), 90 + i % 50) ELSE md5(i::text) END FROM generate_series(1, 1500) i;
UPDATE app.docs SET title = title || '!' WHERE id % 4 = 0;
DELETE FROM app.docs WHERE id % 3 = 0;
VACUUM app.docs;
ANALYZE app.docs;
SELECT indexrelid::regclass, indkey, int2vectorout(indkey), textin(int2vectorout(indkey)), string_to_array(textin(int2vectorout(indkey)), ' ')::int[] AS keys
FROM pg_index WHERE indrelid = 'app.docs'::regclass ORDER BY indexrelid;
SELECT i.indexrelid::regclass, a.attname, s.avg_width, s.null_frac
FROM (SELECT indexrelid, indrelid, string_to_array(textin(int2vectorout(indkey)), ' ')::int[] AS keys, generate_series(1, indnatts) AS n FROM pg_index) i
JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace ns ON ns.oid = t.relnamespace AND ns.nspname = 'app'
JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_attribute a ON a.attrelid = CASE WHEN i.keys[i.n] = 0 THEN i.indexrelid ELSE i.indrelid END AND a.attnum = CASE WHEN i.keys[i.n] = 0 THEN i.n ELSE i.keys[i.n] END
JOIN pg_stats s ON s.schemaname = 'app' AND s.tablename = CASE WHEN i.keys[i.n] = 0 THEN c.relname ELSE t.relname END AND s.attname = a.attname
ORDER BY i.indexrelid, i.n;
WITH widths AS (
  SELECT i.indexrelid, c.relpages, c.reltuples, coalesce(substring(array_to_string(c.reloptions, ' ') FROM 'fillfactor=([0-9]+)')::smallint, 90) AS ff,
         sum((1 - s.null_frac) * s.avg_width) AS width
  FROM (SELECT indexrelid, indrelid, string_to_array(textin(int2vectorout(indkey)), ' ')::int[] AS keys, generate_series(1, indnatts) AS n FROM pg_index) i
  JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  JOIN pg_attribute a ON a.attrelid = CASE WHEN i.keys[i.n] = 0 THEN i.indexrelid ELSE i.indrelid END AND a.attnum = CASE WHEN i.keys[i.n] = 0 THEN i.n ELSE i.keys[i.n] END
  JOIN pg_stats s ON s.schemaname = 'app' AND s.tablename IN (c.relname, t.relname) AND s.attname = a.attname
  GROUP BY 1, 2, 3, 4)
SELECT indexrelid::regclass, relpages, reltuples, ff, width, ceil(reltuples * (12 + ceil(width / 8) * 8) / (8152 * ff / 100.0)) + 1 AS expected
FROM widths ORDER BY indexrelid;
SELECT c.relname, c.relpages, c.reltuples, t.relpages AS toast_pages, t.reltuples AS chunks, ceil(t.reltuples / 4) AS at_best
FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid WHERE c.relname = 'docs';
-- The functions by themselves. What they take and return is a cstring.
SELECT textin('abc'), int2vectorin('1 2'), oidvectorin('7 8'), int2vectorout('3 4'), oidvectorout('5 6');
SELECT pg_typeof(int2vectorout('1')), pg_typeof(textin('x')), pg_typeof(oidvectorin('1'));
SELECT pg_column_size(int2vectorout('1 2')), pg_column_size(int2vectorin('1 2')), pg_column_size(oidvectorin('1 2'));
SELECT int2vectorin(int2vectorout(int2vectorin('4 5')))[1], int2vectorin(NULL), oidvectorin('');
SELECT int2vectorin('1 x');
SELECT int2vectorin('99999');
SELECT oidvectorin('4294967296');
SELECT int2vectorin('1 2'::text);
SELECT length(int2vectorout('1 2'));
SELECT int2vectorout('1 2') = '1 2';
SELECT indkey FROM pg_index ORDER BY int2vectorout(indkey);
SELECT int2vectorout(indkey), count(*) FROM pg_index GROUP BY 1;
SELECT DISTINCT oidvectorout(indclass) FROM pg_index;
CREATE TABLE bad AS SELECT int2vectorout('1 2') AS x;
CREATE INDEX ON app.docs (int2vectorout('1 2'));
