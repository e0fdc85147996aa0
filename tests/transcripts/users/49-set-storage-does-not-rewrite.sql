-- "I changed storage to EXTERNAL but nothing happened"
DROP TABLE IF EXISTS docs;
CREATE TABLE docs (id serial PRIMARY KEY, title varchar(80), body text);
INSERT INTO docs (title, body)
SELECT 'doc ' || n, repeat(md5(n::text) || ' lorem ipsum dolor sit amet ', n * 40) FROM generate_series(1, 8) n;

SELECT a.attname, t.typname, a.attstorage, t.typstorage, a.attcompression = '' AS default_compression
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
WHERE attrelid = 'docs'::regclass AND attnum > 0 ORDER BY attnum;
SELECT id, length(body), pg_column_size(body), pg_column_compression(body) FROM docs ORDER BY id;

ALTER TABLE docs ALTER COLUMN body SET STORAGE EXTERNAL;
SELECT id, length(body), pg_column_size(body), pg_column_compression(body) FROM docs ORDER BY id;
UPDATE docs SET body = body WHERE id < 5;
SELECT id, pg_column_size(body), pg_column_compression(body) FROM docs ORDER BY id;
UPDATE docs SET body = body || '' WHERE id < 5;
SELECT id, pg_column_size(body), coalesce(pg_column_compression(body), 'none') AS how FROM docs ORDER BY id;
VACUUM FULL docs;
SELECT id, pg_column_size(body), coalesce(pg_column_compression(body), 'none') AS how FROM docs ORDER BY id;

ALTER TABLE docs ALTER COLUMN id SET STORAGE EXTERNAL;
ALTER TABLE docs ALTER COLUMN body SET STORAGE EXTENED;
ALTER TABLE docs ALTER COLUMN bdy SET STORAGE EXTENDED;
ALTER TABLE doc ALTER COLUMN body SET STORAGE EXTENDED;
ALTER TABLE docs ALTER body SET STORAGE MAIN, ALTER title SET STORAGE PLAIN;
\d+ docs
ALTER TABLE docs ALTER body SET COMPRESSION lz4;
ALTER TABLE docs ALTER body SET COMPRESSION zstd;
ALTER TABLE docs ALTER id SET COMPRESSION pglz;
SHOW default_toast_compression;
SET default_toast_compression = 'lzma';
SET default_toast_compression TO lz4;
INSERT INTO docs (title, body) SELECT 'lz', repeat('lz4 please ', 1000) RETURNING id, pg_column_size(body), pg_column_compression(body);
SELECT id, pg_column_compression(body), pg_column_size(docs.*) FROM docs ORDER BY id DESC LIMIT 2;
UPDATE docs SET title = repeat('x', 81) WHERE id = 1;
CREATE TABLE docs_copy AS TABLE docs;
SELECT attname, attstorage, attcompression FROM pg_attribute WHERE attrelid = 'docs_copy'::regclass AND attnum > 0;
SELECT id, pg_column_size(body) AS copied, pg_column_compression(body) FROM docs_copy ORDER BY id;
ALTER TABLE docs SET (toast_tuple_target = 64);
ALTER TABLE docs SET (toast_tuple_target = 4080);
DROP TABLE docs, docs_copy;
