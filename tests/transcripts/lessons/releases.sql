-- An old value, a new default
CREATE TABLE docs (id int, body text);
INSERT INTO docs
SELECT n, string_agg(md5((n * i)::text) || repeat(' ', 32), '')
FROM generate_series(1, 3) AS n, generate_series(1, 6000) AS i
GROUP BY n ORDER BY n;
SET default_toast_compression = lz4;
INSERT INTO docs
SELECT 4, string_agg(md5(i::text) || repeat(' ', 32), '')
FROM generate_series(1, 6000) AS i;
VACUUM FULL docs;
SELECT id, pg_column_size(body) AS size,
       pg_column_compression(body) AS how
FROM docs WHERE md5(body) <> '' ORDER BY id;

-- What an old pointer says
SELECT lp, get_byte(t_attrs[2], 9) >> 6 AS number,
       substr(t_attrs[2], 7, 4) AS va_extinfo
FROM heap_page_item_attrs(get_raw_page('docs', 0), 'docs')
ORDER BY lp;

-- 13: the beginning alone
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(body) FROM docs WHERE id = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT left(body, 20) FROM docs WHERE id = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT left(body, 20) FROM docs WHERE id = 4;

-- 17: what EXPLAIN did not count
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT body FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(body) FROM docs;

-- What VACUUM logs
CREATE TABLE notes (id int, body text);
INSERT INTO notes
SELECT i, repeat('x', 100) FROM generate_series(1, 5000) AS i;
SELECT 'version ' || split_part(
  current_setting('server_version'), ' ', 1) AS release;
SELECT pg_stat_force_next_flush();
SELECT wal_bytes AS before FROM pg_stat_wal \gset
VACUUM (FREEZE) notes;
SELECT pg_stat_force_next_flush();
SELECT wal_bytes - :before AS bytes FROM pg_stat_wal;

-- Exercise: slower since the upgrade
RESET default_toast_compression;
CREATE TABLE letters (id int, body text COMPRESSION lz4);
INSERT INTO letters
SELECT n, string_agg(md5((n * i)::text) || repeat(' ', 32), '')
FROM generate_series(1, 10) AS n, generate_series(1, 4000) AS i
GROUP BY n;
