-- Twenty rows
CREATE TABLE notes (id int, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes
SELECT i, repeat('x', 100000) FROM generate_series(1, 100) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
SELECT pg_stat_force_next_flush();
VACUUM notes;
UPDATE notes SET body = body || 'x' WHERE id <= 20;
SELECT pg_stat_force_next_flush();
SELECT n_live_tup AS live, n_dead_tup AS dead
FROM pg_stat_all_tables WHERE relid = 'notes'::regclass;
SELECT n_live_tup AS live, n_dead_tup AS dead
FROM pg_stat_all_tables WHERE relid = :'toast'::regclass;

-- Does autovacuum come?
CREATE VIEW needs AS
SELECT relid = 'notes'::regclass AS is_table, n_dead_tup AS dead,
       50 + 0.2 * reltuples AS row_limit
FROM pg_stat_all_tables JOIN pg_class ON oid = relid
WHERE relid IN ('notes'::regclass, :'toast'::regclass);
SELECT * FROM needs ORDER BY is_table;
SELECT CASE WHEN bool_and(dead > row_limit) THEN 'both'
            WHEN bool_and(dead <= row_limit) THEN 'neither'
            WHEN bool_or(is_table AND dead > row_limit)
              THEN 'only the table'
            ELSE 'only the TOAST table' END AS due
FROM needs;

-- One VACUUM, two tables
VACUUM (PROCESS_TOAST false) notes;
SELECT count(*) - 5100 AS dead_chunks
FROM generate_series(0, pg_relation_size(:'toast') / 8192 - 1) p,
     heap_page_items(get_raw_page(:'toast', p))
WHERE lp_flags = 1;

-- Only the TOAST table
SELECT pg_relation_size(:'toast') AS before \gset
VACUUM :toast;
SELECT count(*) - 5100 AS dead_chunks
FROM generate_series(0, pg_relation_size(:'toast') / 8192 - 1) p,
     heap_page_items(get_raw_page(:'toast', p))
WHERE lp_flags = 1;
SELECT :before - pg_relation_size(:'toast') AS shrunk;

-- A setting of its own
ALTER TABLE notes SET (autovacuum_vacuum_scale_factor = 0.1);
SELECT reloptions FROM pg_class WHERE oid = :'toast'::regclass;
SELECT CASE WHEN reloptions IS NOT NULL
              THEN '0.2, the server’s'
            ELSE '0.1, the table’s' END AS factor
FROM pg_class WHERE oid = :'toast'::regclass;
ALTER TABLE notes SET (
  toast.autovacuum_vacuum_scale_factor = 0.01,
  toast.autovacuum_vacuum_threshold = 1000);
SELECT relname = 'notes' AS is_table, reloptions FROM pg_class
WHERE oid IN ('notes'::regclass, :'toast'::regclass) ORDER BY 1;
\d+ notes

-- What goes back to the disk
SELECT pg_relation_size(:'toast' || '_index') AS index_before;
DELETE FROM notes;
VACUUM notes;
SELECT pg_relation_size(:'toast') AS chunks,
       pg_relation_size(:'toast' || '_index') AS index_after;

-- Exercise: back to the disk
CREATE TABLE shrunk (id int, body text);
ALTER TABLE shrunk ALTER body SET STORAGE EXTERNAL;
INSERT INTO shrunk
SELECT i, repeat('y', 20000) FROM generate_series(1, 60) AS i;
DELETE FROM shrunk WHERE id < 55;
VACUUM shrunk;
