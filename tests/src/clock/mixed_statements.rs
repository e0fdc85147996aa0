//! Training scripts as people write them: each statement unlike the one before, so that little is in a
//! processor's caches when it begins, and plans of more than one table.

use super::training::Script;

/// All of these training scripts.
pub fn scripts() -> Vec<Script> {
    let all = [
        ("an afternoon with a table", AFTERNOON),
        ("large values, small questions", LARGE_AND_SMALL),
        ("plans of joins", PLANS),
        ("before and after", BEFORE_AND_AFTER),
        ("what the pages say", PAGES),
        ("what the catalog says", CATALOG),
    ];
    all.map(|(name, sql)| (name.into(), sql.into())).into()
}

const AFTERNOON: &str = "CREATE TABLE guests (id serial PRIMARY KEY, name text NOT NULL, notes text, seen timestamptz DEFAULT now());
INSERT INTO guests (name, notes) SELECT 'guest ' || i, repeat('likes tea ', i % 300) FROM generate_series(1, 800) i;
SELECT count(*) FROM guests;
SELECT relpages, reltuples FROM pg_class WHERE oid = 'guests'::regclass;
ANALYZE guests;
SELECT relpages, reltuples::int FROM pg_class WHERE relname = 'guests';
EXPLAIN SELECT name FROM guests WHERE id BETWEEN 20 AND 30;
SELECT max(length(notes)), avg(pg_column_size(notes))::int FROM guests;
UPDATE guests SET name = upper(name) WHERE id = 40;
SELECT ctid, xmin <> 0 AS made, name FROM guests WHERE id = 40;
SELECT pg_size_pretty(pg_relation_size('guests'));
CREATE INDEX guests_name ON guests (name);
EXPLAIN SELECT id FROM guests WHERE name = 'GUEST 40';
SELECT indexrelid::regclass, indnatts FROM pg_index WHERE indrelid = 'guests'::regclass ORDER BY 1;
DELETE FROM guests WHERE id % 10 = 3;
SELECT n_dead_tup > 0 FROM pg_stat_all_tables WHERE relname = 'guests';
VACUUM guests;
SELECT string_agg(name, ', ' ORDER BY id) FROM guests WHERE id < 15;
ALTER TABLE guests ADD COLUMN vip boolean DEFAULT false;
SELECT vip, count(*) FROM guests GROUP BY vip;
INSERT INTO guests (name, vip) VALUES ('late', true) RETURNING id;
SELECT id / 100 AS hundred, count(*) FILTER (WHERE vip), sum(length(name)) FROM guests GROUP BY 1 ORDER BY 1;
ALTER TABLE guests ALTER notes SET STORAGE EXTERNAL;
UPDATE guests SET notes = repeat(md5(name), 90) WHERE id = 41;
SELECT pg_column_size(notes) FROM guests WHERE id = 41;
SELECT reltoastrelid::regclass FROM pg_class WHERE relname = 'guests';
SELECT pg_relation_size(reltoastrelid) / 8192 AS pages FROM pg_class WHERE oid = 'guests'::regclass;
BEGIN;
SELECT name FROM guests WHERE id = 41 FOR UPDATE;
SELECT mode FROM pg_locks WHERE locktype = 'relation' LIMIT 1;
ROLLBACK;
SHOW work_mem;
SELECT current_setting('block_size');
SELECT g.name, h.name FROM guests g JOIN guests h ON h.id = g.id + 1 WHERE g.id < 4;
SELECT name, rank() OVER (ORDER BY length(notes) DESC NULLS LAST) FROM guests LIMIT 4;
VACUUM FULL guests;
SELECT pg_total_relation_size('guests') - pg_relation_size('guests') AS beside;
DROP TABLE guests;
";

const LARGE_AND_SMALL: &str = "CREATE TABLE films (id int PRIMARY KEY, reel bytea, script text);
ALTER TABLE films ALTER reel SET STORAGE EXTERNAL;
INSERT INTO films SELECT i, (SELECT string_agg(decode(md5((i * 77 + k)::text), 'hex'), '') FROM generate_series(1, 120000) k),
  (SELECT string_agg('scene ' || k || ' of ' || i, E'\\n') FROM generate_series(1, 60000) k) FROM generate_series(1, 4) i;
SELECT count(*) FROM films;
SELECT pg_size_pretty(pg_table_size('films'));
SELECT id, length(reel), length(script) FROM films;
SELECT id FROM films WHERE id = 2;
SELECT substr(script, 1000, 20) FROM films WHERE id = 2;
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT substr(script, 700000, 20) FROM films WHERE id = 3;
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT substr(reel, 1500000, 20) FROM films WHERE id = 3;
SELECT md5(reel) FROM films WHERE id = 1;
SELECT 1;
SELECT pg_column_size(script), pg_column_size(reel) FROM films ORDER BY id;
SELECT relname, relpages FROM pg_class WHERE oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'films');
UPDATE films SET script = script || ' The end.' WHERE id = 4;
SELECT pg_relation_size('films');
BEGIN;
UPDATE films SET reel = reel || '\\x00' WHERE id = 4;
SELECT id, octet_length(reel) FROM films WHERE id > 2;
COMMIT;
SELECT n * 1000 AS thousand FROM generate_series(1, 8) n;
SELECT count(*) FROM films WHERE script LIKE '%nowhere%';
SELECT setseed(0.3);
DELETE FROM films WHERE id = 1;
SELECT min(id), max(id) FROM films;
VACUUM films;
SELECT * FROM pgstattuple('films');
SELECT left(script, 30) FROM films ORDER BY id;
INSERT INTO films VALUES (9, NULL, repeat('new ', 900000));
SELECT right(script, 4), pg_column_compression(script) FROM films WHERE id = 9;
TRUNCATE films;
SELECT pg_table_size('films');
DROP TABLE films;
";

const PLANS: &str = "CREATE TABLE shelf (id int PRIMARY KEY, room text);
CREATE TABLE book (id int PRIMARY KEY, shelf int REFERENCES shelf, title text, pages int);
CREATE TABLE loan (id int PRIMARY KEY, book int REFERENCES book, reader text, days int);
INSERT INTO shelf SELECT i, 'room ' || i % 5 FROM generate_series(1, 40) i;
INSERT INTO book SELECT i, 1 + i % 40, 'title ' || i, i % 700 FROM generate_series(1, 2000) i;
INSERT INTO loan SELECT i, 1 + i * 7 % 2000, 'reader ' || i % 90, i % 30 FROM generate_series(1, 6000) i;
CREATE INDEX ON book (shelf);
CREATE INDEX ON loan (book);
VACUUM ANALYZE;
EXPLAIN SELECT * FROM book;
EXPLAIN SELECT * FROM book b JOIN shelf s ON s.id = b.shelf;
EXPLAIN SELECT s.room, count(*) FROM book b JOIN shelf s ON s.id = b.shelf GROUP BY s.room ORDER BY 2 DESC;
EXPLAIN SELECT * FROM loan l JOIN book b ON b.id = l.book JOIN shelf s ON s.id = b.shelf WHERE s.room = 'room 2';
EXPLAIN (ANALYZE) SELECT count(*) FROM loan l JOIN book b ON b.id = l.book WHERE b.pages > 600;
EXPLAIN SELECT title FROM book WHERE NOT EXISTS (SELECT FROM loan WHERE loan.book = book.id);
EXPLAIN SELECT title, (SELECT max(days) FROM loan WHERE loan.book = book.id) FROM book WHERE id < 10;
EXPLAIN (ANALYZE, BUFFERS) SELECT title FROM book WHERE id IN (SELECT book FROM loan WHERE days = 3);
WITH busy AS (SELECT reader, count(*) AS n FROM loan GROUP BY reader) SELECT max(n), min(n) FROM busy;
EXPLAIN SELECT * FROM book ORDER BY pages DESC LIMIT 5;
SELECT title, pages FROM book ORDER BY pages DESC LIMIT 5;
SELECT s.room, sum(b.pages) FROM shelf s LEFT JOIN book b ON b.shelf = s.id GROUP BY s.room ORDER BY s.room;
SELECT DISTINCT reader FROM loan WHERE days > 28 ORDER BY reader LIMIT 3;
SET enable_hashjoin = off;
EXPLAIN SELECT * FROM loan l JOIN book b ON b.id = l.book;
SET enable_mergejoin = off;
EXPLAIN SELECT * FROM loan l JOIN book b ON b.id = l.book;
RESET enable_hashjoin;
RESET enable_mergejoin;
SELECT b.title FROM book b JOIN loan l ON l.book = b.id WHERE l.id = 77;
EXPLAIN SELECT b.title FROM book b, LATERAL (SELECT * FROM loan l WHERE l.book = b.id ORDER BY days LIMIT 1) l WHERE b.id < 5;
EXPLAIN SELECT id FROM book UNION SELECT id FROM loan;
WITH RECURSIVE up(n) AS (VALUES (1) UNION ALL SELECT n * 2 FROM up WHERE n < 100) SELECT sum(n) FROM up;
SELECT x.id, y.id FROM shelf x CROSS JOIN LATERAL (SELECT id FROM book WHERE shelf = x.id LIMIT 1) y WHERE x.id < 3;
EXPLAIN UPDATE book SET pages = pages + 1 WHERE shelf = 4;
UPDATE book SET pages = pages + 1 WHERE shelf = 4;
DROP TABLE loan, book, shelf;
";

const BEFORE_AND_AFTER: &str = "CREATE TABLE wide (id int PRIMARY KEY, n int, doc jsonb);
INSERT INTO wide SELECT i, 0, jsonb_build_object('id', i, 'text', (SELECT string_agg(md5((i + k)::text), '') FROM generate_series(1, 200) k))
  FROM generate_series(1, 300) i;
CREATE TABLE sizes AS SELECT 0 AS step, 'made' AS what, pg_table_size('wide') AS bytes;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT doc -> 'id' FROM wide;
SELECT pg_current_wal_lsn() AS before;
UPDATE wide SET n = n + 1;
INSERT INTO sizes SELECT 1, 'another column', pg_table_size('wide');
SELECT step, what, bytes FROM sizes ORDER BY step;
UPDATE wide SET doc = doc || '{\"more\": 1}';
INSERT INTO sizes SELECT 2, 'the document', pg_table_size('wide');
SELECT what, round(bytes::numeric / min(bytes) OVER (), 2) AS times FROM sizes ORDER BY step;
VACUUM wide;
UPDATE wide SET doc = jsonb_set(doc, '{id}', '0') WHERE id = 9;
SELECT id, doc ->> 'id', length(doc ->> 'text') FROM wide WHERE id IN (8, 9);
SELECT sum(pg_column_size(doc)), sum(octet_length(doc::text)) FROM wide;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) SELECT n FROM wide WHERE id = 12;
SELECT count(*) FROM wide WHERE doc @> '{\"id\": 0}';
CHECKPOINT;
SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') > 0;
UPDATE wide SET n = 5 WHERE id = 9;
SELECT n_tup_upd > 0, n_tup_hot_upd > 0 FROM pg_stat_user_tables WHERE relname = 'wide';
SELECT key, length(value::text) FROM wide, jsonb_each(doc) WHERE wide.id = 9 ORDER BY key;
ALTER TABLE wide ALTER doc SET COMPRESSION lz4;
SELECT DISTINCT pg_column_compression(doc) FROM wide;
DO $$ BEGIN FOR i IN 1..20 LOOP UPDATE wide SET n = i WHERE id = 9; END LOOP; END $$;
SELECT n FROM wide WHERE id = 9;
COPY wide (id, n) TO STDOUT;
INSERT INTO sizes SELECT 3, 'all', pg_total_relation_size('wide');
SELECT * FROM sizes;
DROP TABLE wide, sizes;
";

const PAGES: &str = "CREATE TABLE leaf (id int PRIMARY KEY, tag text);
INSERT INTO leaf SELECT i, 'tag ' || i % 50 FROM generate_series(1, 4000) i;
SELECT lp, t_ctid FROM heap_page_items(get_raw_page('leaf', 0)) LIMIT 5;
DELETE FROM leaf WHERE id < 100;
SELECT lower, upper, pagesize FROM page_header(get_raw_page('leaf', 0));
SELECT avg_leaf_density, leaf_pages FROM pgstatindex('leaf_pkey');
CREATE INDEX leaf_tag ON leaf (tag);
SELECT type, live_items, free_size FROM bt_page_stats('leaf_tag', 1);
SELECT count(*) FILTER (WHERE t_xmax <> 0) FROM heap_page_items(get_raw_page('leaf', 0));
VACUUM leaf;
SELECT * FROM pg_freespace('leaf') WHERE avail > 0;
SELECT all_visible, all_frozen FROM pg_visibility_map('leaf', 0);
SELECT itemoffset, ctid, itemlen FROM bt_page_items('leaf_pkey', 1) LIMIT 3;
UPDATE leaf SET tag = 'new' WHERE id = 200;
SELECT lp, lp_flags, t_ctid, to_hex(t_infomask) FROM heap_page_items(get_raw_page('leaf', 0)) WHERE lp_flags = 2 LIMIT 3;
SELECT level, root, fastlevel FROM bt_metap('leaf_pkey');
SELECT p, count(*) FROM generate_series(0, 3) p, LATERAL heap_page_items(get_raw_page('leaf', p)) GROUP BY p ORDER BY p;
SELECT dead_tuple_count, free_percent FROM pgstattuple('leaf');
REINDEX INDEX leaf_tag;
SELECT blkno, type, live_items FROM generate_series(1, 3) blkno, LATERAL bt_page_stats('leaf_tag', blkno::int);
SELECT substr(get_raw_page('leaf', 0)::text, 1, 40);
SELECT * FROM pg_visibility_map_summary('leaf');
SELECT attname, n_distinct FROM pg_stats WHERE tablename = 'leaf';
DROP TABLE leaf;
";

const CATALOG: &str = "CREATE TABLE pots (id int PRIMARY KEY, clay text DEFAULT 'red', kiln int CHECK (kiln > 0));
CREATE INDEX ON pots (kiln);
SELECT relname, relkind, relnatts FROM pg_class WHERE relname LIKE 'pots%' ORDER BY relname;
SELECT attname, attnum, attlen, attalign FROM pg_attribute WHERE attrelid = 'pots'::regclass AND attnum > 0 ORDER BY attnum;
SELECT adnum FROM pg_attrdef WHERE adrelid = 'pots'::regclass;
SELECT conname FROM pg_constraint WHERE conrelid = 'pots'::regclass ORDER BY conname;
SELECT typlen, typbyval, typalign FROM pg_type WHERE typname = 'timestamptz';
SELECT indexrelid, indisprimary FROM pg_index WHERE indrelid = 'pots'::regclass ORDER BY indexrelid;
SELECT amname FROM pg_am WHERE oid = (SELECT relam FROM pg_class WHERE relname = 'pots');
SELECT nspname FROM pg_namespace WHERE oid = (SELECT relnamespace FROM pg_class WHERE relname = 'pots_pkey');
SELECT datname, encoding FROM pg_database WHERE datname = current_database();
SELECT count(*) > 0 FROM pg_depend WHERE refobjid = 'pots'::regclass;
SELECT extname, extversion FROM pg_extension ORDER BY extname;
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'pots'::regclass ORDER BY 1;
SELECT oid FROM pg_class WHERE relname = 'pots_kiln_idx';
SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'pots'::regclass AND attname = 'clay';
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'pots'::regclass AND contype = 'c';
SELECT tgname FROM pg_trigger WHERE tgrelid = 'pots'::regclass;
SELECT reloptions FROM pg_class WHERE oid = 'pots'::regclass;
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relname = 'pots' AND a.attnum = 2;
SELECT spcname FROM pg_tablespace ORDER BY spcname;
SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'pots';
SELECT opcname FROM pg_opclass WHERE opcname = 'text_ops' LIMIT 1;
SELECT seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname = 'pots';
SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'pots_pkey';
SELECT setting FROM pg_settings WHERE name = 'fsync';
SELECT tablename FROM pg_tables WHERE schemaname = 'public';
SELECT indexname FROM pg_indexes WHERE tablename = 'pots' ORDER BY 1;
SELECT null_frac FROM pg_stats WHERE tablename = 'pots';
SELECT inhrelid FROM pg_inherits WHERE inhparent = 'pots'::regclass;
SELECT pg_relation_filepath('pots') IS NOT NULL;
SELECT 'pots'::regclass::oid > 0, to_regclass('no_pots');
DROP TABLE pots;
";
