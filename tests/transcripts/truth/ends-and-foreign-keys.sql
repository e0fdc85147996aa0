-- The search for a column's end does not kill the entry at which it gives up. A foreign key that goes invalidates both tables.
CREATE TABLE t0 (id int PRIMARY KEY, c0 timestamp, c1 timestamp, c2 jsonb);
INSERT INTO t0 (id, c0, c1, c2) SELECT i, NULL, timestamp '2020-01-01' + i * interval '22 minutes', jsonb_build_object('id', i, 'name', left((SELECT string_agg(md5((i * 1000 + j + 571)::text), '') FROM generate_series(1, 2) j), 60), 'ok', i % 2 = 0, 'n', null) FROM generate_series(4001, 4149) i;
UPDATE t0 SET c2 = c2 || '{"u": 91}' WHERE true;
ANALYZE t0;
UPDATE t0 SET id = -id WHERE true;
DELETE FROM t0 WHERE id > 18080;
SELECT itemoffset, ctid, itemlen, dead, htid, data FROM bt_page_items('t0_pkey', 1) WHERE itemoffset BETWEEN 340 AND 356;
SELECT type, live_items, dead_items, avg_item_size, page_size, free_size, btpo_prev, btpo_next FROM bt_page_stats('t0_pkey', 1);
SELECT count(*), min(id), max(id) FROM t0;
SELECT ctid, xmin, xmax, id FROM t0 ORDER BY ctid LIMIT 3;
DROP TABLE t0; CREATE TABLE t0 (id int PRIMARY KEY, c0 text);
CREATE TABLE t1 (id int PRIMARY KEY, p int REFERENCES t0 ON UPDATE SET NULL, c0 text);
BEGIN;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE t1 DROP COLUMN p;
COMMIT;
SELECT resource_manager, record_type, regexp_replace(description, '^[^;]*;', '') FROM pg_get_wal_records_info(:'a', pg_current_wal_flush_lsn()) WHERE record_type LIKE 'COMMIT%';
CREATE TABLE t2 (id int PRIMARY KEY, p int REFERENCES t0 ON UPDATE SET NULL, c0 text);
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE t2 DROP CONSTRAINT t2_p_fkey;
SELECT resource_manager, record_type, regexp_replace(description, '^[^;]*;', '') FROM pg_get_wal_records_info(:'a', pg_current_wal_flush_lsn()) WHERE record_type LIKE 'COMMIT%';
CREATE TABLE t3 (id int PRIMARY KEY, p int REFERENCES t0 ON UPDATE SET NULL, c0 text);
SELECT pg_current_wal_insert_lsn() AS a \gset
DROP TABLE t3;
SELECT resource_manager, record_type, regexp_replace(description, '^[^;]*;', '') FROM pg_get_wal_records_info(:'a', pg_current_wal_flush_lsn()) WHERE record_type LIKE 'COMMIT%';
DROP TABLE t0 CASCADE; DROP TABLE t1 CASCADE;
CREATE TABLE t0 (id int PRIMARY KEY, c0 text, c1 bytea COMPRESSION pglz, c2 text, c3 jsonb COMPRESSION pglz);
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
INSERT INTO t0 (id, c0, c1, c2, c3) SELECT i, repeat(chr(97 + (i + 598) % 26), 1100), convert_to(left(repeat(md5((i + 864)::text), 66), 2093), 'UTF8'), left((SELECT string_agg(md5((i * 1000 + j + 962)::text), '') FROM generate_series(1, 3) j), 75), jsonb_build_object('id', i, 'name', left(repeat('row ' || i || ' says 237 ', 34), 397), 'ok', i % 2 = 0, 'n', null) FROM generate_series(13000, 13016) i ON CONFLICT (id) DO UPDATE SET id = excluded.id;
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
CREATE TABLE t1 (id int PRIMARY KEY, p int REFERENCES t0 ON UPDATE SET NULL, c0 text);
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
INSERT INTO t0 (id, c0, c1, c2, c3) SELECT i, repeat(chr(97 + (i + 417) % 26), 2497), NULL, left((SELECT string_agg(md5((i * 1000 + j + 658)::text), '') FROM generate_series(1, 5) j), 137), (SELECT jsonb_agg((i + j + 658) % 1000) FROM generate_series(1, 20) j) FROM generate_series(21001, 21017) i;
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
ALTER TABLE t1 DROP COLUMN p;
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
INSERT INTO t0 (id, c0, c1, c2, c3) SELECT i, repeat(chr(97 + (i + 579) % 26), 3), convert_to(left(repeat('row ' || i || ' says 642 ', 13), 144), 'UTF8'), left((SELECT string_agg(md5((i * 1000 + j + 94)::text), '') FROM generate_series(1, 1) j), 12), jsonb_build_object('id', i, 'name', left(repeat(md5((i + 729)::text), 126), 4001), 'ok', i % 2 = 0, 'n', null) FROM generate_series(25001, 25005) i;
SELECT string_agg(p || $$:$$ || n, $$ $$ ORDER BY p) FROM (SELECT (ctid::text::point)[0] p, count(*) n FROM t0 GROUP BY 1) s;
SELECT fsm_page_contents(get_raw_page('t0','fsm',2));
