-- Where does a large value go? A first look at a TOAST table.
CREATE TABLE messages (id serial PRIMARY KEY, title varchar(100) NOT NULL, body text);
\d messages
\d+ messages
SELECT relname, relkind, reltoastrelid::regclass FROM pg_class WHERE relname = 'messages';
SELECT attname, atttypid::regtype, attstorage, attcompression, attlen, attalign
  FROM pg_attribute WHERE attrelid = 'messages'::regclass AND attnum > 0 ORDER BY attnum;
INSERT INTO messages (title, body) VALUES ('short', 'hello'), ('medium', repeat('hello ', 300)), ('long', repeat('hello ', 100000));
SELECT id, title, length(body), octet_length(body), pg_column_size(body), pg_column_compression(body) FROM messages ORDER BY id;
SELECT c.relname AS toast, pg_relation_size(c.oid) AS bytes FROM pg_class c JOIN pg_class m ON m.reltoastrelid = c.oid WHERE m.relname = 'messages';
SELECT string_agg(md5(i::text), '') AS noise FROM generate_series(1, 300) i \gset
INSERT INTO messages (title, body) VALUES ('noise', :'noise');
SELECT 'pg_toast.' || relname AS toast_table FROM pg_class WHERE oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'messages') \gset
SELECT chunk_id, chunk_seq, length(chunk_data) FROM :toast_table ORDER BY 1, 2;
SELECT chunk_id, count(*), sum(length(chunk_data)) FROM :toast_table GROUP BY chunk_id;
\d+ :toast_table
\dt+
\di+
SELECT pg_size_pretty(pg_relation_size('messages')) AS heap, pg_size_pretty(pg_table_size('messages')) AS "table", pg_size_pretty(pg_indexes_size('messages')) AS indexes, pg_size_pretty(pg_total_relation_size('messages')) AS total;
DELETE FROM messages WHERE title = 'noise';
SELECT count(*) FROM :toast_table;
VACUUM messages;
SELECT pg_relation_size(:'toast_table'), pg_relation_size('messages', 'fsm'), pg_relation_size('messages', 'vm');
UPDATE messages SET title = upper(title) RETURNING id, title, pg_column_size(body);
DROP TABLE messages;
SELECT count(*) FROM messages;
