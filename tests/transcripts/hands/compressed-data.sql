CREATE TABLE images (id int, x bytea, l bytea COMPRESSION lz4,
                     e bytea, m bytea);
ALTER TABLE images ALTER e SET STORAGE EXTERNAL,
                   ALTER m SET STORAGE MAIN;
INSERT INTO images SELECT 1, b, b, b, b
FROM (SELECT string_agg(sha256(i::text::bytea), '') AS b
      FROM generate_series(1, 300) AS i) AS image;
SELECT pg_column_size(x) AS x, pg_column_size(l) AS l,
       pg_column_size(e) AS e, pg_column_size(m) AS m,
       length(x) - pg_column_size(x) AS saved
FROM images;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'images' \gset
SELECT chunk_id, count(*) AS chunks FROM :toast
GROUP BY chunk_id ORDER BY chunk_id;

DROP TABLE images;

CREATE TABLE images (id int, x bytea, l bytea COMPRESSION lz4,
                     e bytea, m bytea);
ALTER TABLE images ALTER e SET STORAGE EXTERNAL,
                   ALTER m SET STORAGE MAIN;
INSERT INTO images SELECT 1, b, b, b, b
FROM (SELECT string_agg(sha256(i::text::bytea), '') AS b
      FROM generate_series(1, 583) AS i) AS image;
SELECT pg_column_size(x) AS x, pg_column_size(l) AS l,
       pg_column_size(e) AS e, pg_column_size(m) AS m,
       length(x) - pg_column_size(x) AS saved
FROM images;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'images' \gset
SELECT chunk_id, count(*) AS chunks FROM :toast
GROUP BY chunk_id ORDER BY chunk_id;

DROP TABLE images;

CREATE TABLE images (id int, x bytea, l bytea COMPRESSION lz4,
                     e bytea, m bytea);
ALTER TABLE images ALTER e SET STORAGE EXTERNAL,
                   ALTER m SET STORAGE MAIN;
INSERT INTO images SELECT 1, b, b, b, b
FROM (SELECT string_agg(sha256(i::text::bytea), '') AS b
      FROM generate_series(1, 1130) AS i) AS image;
SELECT pg_column_size(x) AS x, pg_column_size(l) AS l,
       pg_column_size(e) AS e, pg_column_size(m) AS m,
       length(x) - pg_column_size(x) AS saved
FROM images;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'images' \gset
SELECT chunk_id, count(*) AS chunks FROM :toast
GROUP BY chunk_id ORDER BY chunk_id;

DROP TABLE images;

CREATE TABLE images (id int, x bytea, l bytea COMPRESSION lz4,
                     e bytea, m bytea);
ALTER TABLE images ALTER e SET STORAGE EXTERNAL,
                   ALTER m SET STORAGE MAIN;
INSERT INTO images SELECT 1, b, b, b, b
FROM (SELECT string_agg(sha256(i::text::bytea), '') AS b
      FROM generate_series(1, 2000) AS i) AS image;
SELECT pg_column_size(x) AS x, pg_column_size(l) AS l,
       pg_column_size(e) AS e, pg_column_size(m) AS m,
       length(x) - pg_column_size(x) AS saved
FROM images;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'images' \gset
SELECT chunk_id, count(*) AS chunks FROM :toast
GROUP BY chunk_id ORDER BY chunk_id;

DROP TABLE images;

CREATE TABLE images (id int, x bytea, l bytea COMPRESSION lz4,
                     e bytea, m bytea);
ALTER TABLE images ALTER e SET STORAGE EXTERNAL,
                   ALTER m SET STORAGE MAIN;
INSERT INTO images SELECT 1, b, b, b, b
FROM (SELECT string_agg(sha256(i::text::bytea), '') AS b
      FROM generate_series(1, 1000) AS i) AS image;
SELECT pg_column_size(x) AS x, pg_column_size(l) AS l,
       pg_column_size(e) AS e, pg_column_size(m) AS m,
       length(x) - pg_column_size(x) AS saved
FROM images;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'images' \gset
SELECT chunk_id, count(*) AS chunks FROM :toast
GROUP BY chunk_id ORDER BY chunk_id;

CREATE TABLE encoded (b text, h text, hl text COMPRESSION lz4);
INSERT INTO encoded
SELECT encode(x, 'base64'), encode(x, 'hex'), encode(x, 'hex')
FROM images;
SELECT pg_column_size(b) AS base64, pg_column_size(h) AS hex,
       pg_column_size(hl) AS hex_lz4
FROM encoded;

SELECT setseed(0.5);
CREATE TABLE items (id int, embedding real[]);
INSERT INTO items
SELECT i, (SELECT array_agg(random()::real)
           FROM generate_series(1, 768 + 0 * i))
FROM generate_series(1, 1000) AS i;
SELECT count(embedding[1]) FROM items;
SELECT pg_relation_size(oid) / 8192 AS pages,
       pg_relation_size(reltoastrelid) / 8192 AS toast_pages
FROM pg_class WHERE relname = 'items';

EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT embedding[1] FROM items;

ALTER TABLE items ALTER embedding SET STORAGE PLAIN;
VACUUM FULL items;
SELECT count(embedding[1]) FROM items;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT embedding[1] FROM items;

INSERT INTO items
SELECT 0, array_agg(random()::real) FROM generate_series(1, 2048);
SELECT CASE count(*) WHEN 0 THEN 'it is refused'
            ELSE 'it is stored' END AS result
FROM items WHERE id = 0;

CREATE TABLE pictures (id int, image text);
INSERT INTO pictures
SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
           FROM generate_series(1, 1000) AS i)
FROM generate_series(1, 10) AS n;
