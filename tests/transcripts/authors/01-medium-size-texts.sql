-- The surprising impact of medium-size texts
SELECT name, setting, unit FROM pg_settings WHERE name IN ('block_size','default_toast_compression') ORDER BY 1;
CREATE TABLE toast_test (id SERIAL, value TEXT);
SELECT c1.relname, c2.relname AS toast_relname
FROM pg_class c1 JOIN pg_class c2 ON c1.reltoastrelid = c2.oid
WHERE c1.relname = 'toast_test' AND c1.relkind = 'r';
\d+ pg_toast.pg_toast_16385
CREATE OR REPLACE FUNCTION generate_random_string(
  length INTEGER,
  characters TEXT default '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
) RETURNS TEXT AS
$$
DECLARE
  result TEXT := '';
BEGIN
  IF length < 1 THEN
      RAISE EXCEPTION 'Invalid length';
  END IF;
  FOR __ IN 1..length LOOP
    result := result || substr(characters, floor(random() * length(characters))::int + 1, 1);
  end loop;
  RETURN result;
END;
$$ LANGUAGE plpgsql;
SELECT setseed(0.5);
SELECT generate_random_string(10);
SELECT generate_random_string(0);
INSERT INTO toast_test (value) VALUES ('small value');
SELECT * FROM toast_test;
INSERT INTO toast_test (value) VALUES (generate_random_string(4096));
SELECT chunk_id, COUNT(*) as chunks, pg_size_pretty(sum(octet_length(chunk_data)::bigint)) FROM pg_toast.pg_toast_16385 GROUP BY 1 ORDER BY 1;
CREATE TABLE toast_test_small (id SERIAL, value TEXT);
CREATE TABLE toast_test_medium (id SERIAL, value TEXT);
CREATE TABLE toast_test_large (id SERIAL, value TEXT);
INSERT INTO toast_test_small (value) SELECT 'small value' FROM generate_series(1, 5000);
WITH str AS (SELECT generate_random_string(1800) AS value)
INSERT INTO toast_test_medium (value) SELECT value FROM generate_series(1, 500), str;
WITH str AS (SELECT generate_random_string(4096) AS value)
INSERT INTO toast_test_large (value) SELECT value FROM generate_series(1, 500), str;
SELECT
  c1.relname,
  pg_size_pretty(pg_relation_size(c1.relname::regclass)) AS size,
  c2.relname AS toast_relname,
  pg_size_pretty(pg_relation_size(('pg_toast.' || c2.relname)::regclass)) AS toast_size
FROM
  pg_class c1
  JOIN pg_class c2 ON c1.reltoastrelid = c2.oid
WHERE c1.relname LIKE 'toast_test_%' AND c1.relkind = 'r'
ORDER BY 1;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT * FROM toast_test_small WHERE id = 600;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT * FROM toast_test_medium WHERE value LIKE 'foo%';
CREATE TABLE toast_test_default_threshold (id SERIAL, value TEXT);
CREATE TABLE toast_test_128_threshold (id SERIAL, value TEXT) WITH (toast_tuple_target=128);
\d+ toast_test_128_threshold
INSERT INTO toast_test_default_threshold (value) VALUES (generate_random_string(2100, '123'));
INSERT INTO toast_test_128_threshold (value) VALUES (generate_random_string(2100, '123'));
SELECT tableoid::regclass, id, length(value), pg_column_size(value) FROM toast_test_default_threshold
UNION ALL SELECT tableoid::regclass, id, length(value), pg_column_size(value) FROM toast_test_128_threshold;
select relname, seq_scan, n_tup_ins, n_live_tup, n_dead_tup from pg_stat_user_tables where relname like 'toast_test%' order by relname;
