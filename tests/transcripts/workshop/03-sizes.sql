-- Sizes of everything
CREATE TABLE public.events (id bigserial PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT '2024-01-01 00:00:00+00', kind varchar(20), payload jsonb);
CREATE INDEX events_kind_idx ON events (kind);
INSERT INTO events (kind, payload) SELECT CASE WHEN i % 3 = 0 THEN 'click' ELSE 'view' END, jsonb_build_object('user', i, 'text', repeat(md5(i::text), 100)) FROM generate_series(1, 2000) i;
SELECT pg_size_pretty(pg_relation_size('events'));
SELECT pg_size_pretty(pg_relation_size('events', 'main')), pg_size_pretty(pg_relation_size('events', 'fsm')), pg_size_pretty(pg_relation_size('events', 'vm')), pg_size_pretty(pg_relation_size('events', 'init'));
SELECT pg_size_pretty(pg_table_size('events')), pg_size_pretty(pg_indexes_size('events')), pg_size_pretty(pg_total_relation_size('events'));
SELECT relname AS "relation", pg_size_pretty(pg_total_relation_size(C.oid)) AS "total_size"
FROM pg_class C LEFT JOIN pg_namespace N ON (N.oid = C.relnamespace)
WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND C.relkind <> 'i' AND nspname !~ '^pg_toast'
ORDER BY pg_total_relation_size(C.oid) DESC LIMIT 5;
SELECT *, pg_size_pretty(total_bytes) AS total, pg_size_pretty(index_bytes) AS index, pg_size_pretty(toast_bytes) AS toast, pg_size_pretty(table_bytes) AS table
FROM (
  SELECT *, total_bytes - index_bytes - coalesce(toast_bytes, 0) AS table_bytes FROM (
    SELECT c.oid, nspname AS table_schema, relname AS table_name, c.reltuples AS row_estimate,
           pg_total_relation_size(c.oid) AS total_bytes, pg_indexes_size(c.oid) AS index_bytes, pg_total_relation_size(reltoastrelid) AS toast_bytes
    FROM pg_class c LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE relkind = 'r' AND nspname = 'public'
  ) a
) a;
SELECT schemaname, relname, pg_size_pretty(pg_total_relation_size(relid)) AS total, pg_size_pretty(pg_total_relation_size(relid) - pg_relation_size(relid)) AS external
FROM pg_catalog.pg_statio_user_tables ORDER BY pg_total_relation_size(relid) DESC;
SELECT i.relname AS index, t.relname AS table, pg_size_pretty(pg_relation_size(i.oid)) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid WHERE t.relname = 'events' ORDER BY 1;
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'events' ORDER BY indexname;
SELECT c.relname, t.relname AS toast, ti.relname AS toast_index, pg_size_pretty(pg_relation_size(t.oid)) AS toast_size, pg_size_pretty(pg_relation_size(ti.oid)) AS idx_size
FROM pg_class c JOIN pg_class t ON c.reltoastrelid = t.oid JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class ti ON ti.oid = i.indexrelid WHERE c.relname = 'events';
SELECT pg_size_pretty(avg(pg_column_size(payload))) avg_payload, pg_size_pretty(sum(pg_column_size(events.*))) all_rows, max(pg_column_size(payload)), min(pg_column_size(kind)) FROM events;
SELECT pg_size_pretty(0::bigint), pg_size_pretty(10239::bigint), pg_size_pretty(10240::bigint), pg_size_pretty(1048576::bigint), pg_size_pretty(10485760::bigint), pg_size_pretty(10737418240), pg_size_pretty(123456789012345), pg_size_pretty(-20000::bigint), pg_size_pretty(12345.678), pg_size_pretty(123456789012345678901234.5);
SELECT pg_size_bytes('10 MB'), pg_size_bytes('1.5 GB'), pg_size_bytes('1kB'), pg_size_bytes('100');
SELECT pg_size_bytes('10 XB');
\dt+
\di+
\dt+ events
\di+ events*
\ds+
\d events
\d+ events
\d events_pkey
\d+ events_kind_idx
\dn
\dtS+ pg_toast.pg_toast_16385
DELETE FROM events WHERE id % 2 = 0;
SELECT pg_size_pretty(pg_total_relation_size('events'));
VACUUM events;
SELECT pg_size_pretty(pg_relation_size('events')) heap, pg_size_pretty(pg_relation_size('events', 'fsm')) fsm, pg_size_pretty(pg_relation_size('events', 'vm')) vm, pg_size_pretty(pg_total_relation_size('events')) total;
VACUUM FULL events;
SELECT pg_size_pretty(pg_relation_size('events')) heap, pg_size_pretty(pg_total_relation_size('events')) total;
TRUNCATE events;
SELECT pg_size_pretty(pg_relation_size('events')) heap, pg_size_pretty(pg_total_relation_size('events')) total, pg_size_pretty(pg_indexes_size('events')) idx;
