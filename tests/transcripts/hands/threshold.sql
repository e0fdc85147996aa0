CREATE TABLE t (id int, a text, b text);
INSERT INTO t VALUES (1, repeat('a', 998), repeat('b', 996));
SELECT id, pg_column_size(a) AS a, pg_column_size(b) AS b,
       pg_column_compression(a) AS how_a,
       pg_column_compression(b) AS how_b
FROM t;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('t', 0));

INSERT INTO t VALUES (2, repeat('a', 998), repeat('b', 997));
SELECT id, pg_column_size(a) AS a, pg_column_size(b) AS b,
       pg_column_compression(a) AS how_a,
       pg_column_compression(b) AS how_b
FROM t ORDER BY id;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('t', 0));

INSERT INTO t
SELECT 3, repeat('a', 500), string_agg(md5(i::text), '')
FROM generate_series(1, 50) AS i;
SELECT pg_column_size(a) AS a, pg_column_size(b) AS b,
       CASE WHEN pg_column_compression(b) IS NULL
              THEN 'only a is compressed'
            WHEN pg_column_compression(a) IS NULL
              THEN 'only b is compressed'
            ELSE 'both are compressed' END AS outcome
FROM t WHERE id = 3;

INSERT INTO t
SELECT 4, NULL, string_agg(md5(i::text), '')
FROM generate_series(1, 64) AS i;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('t', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 't' \gset
SELECT chunk_id, chunk_seq, length(chunk_data)
FROM :toast ORDER BY 1, 2;

CREATE TABLE one (v text);
INSERT INTO one
SELECT CASE 'equal' WHEN 'equal' THEN repeat('x', 10)
       ELSE left(string_agg(md5(i::text), ''), 10) END
FROM generate_series(1, 625) AS i;
SELECT 24 + octet_length(v)
       + CASE WHEN octet_length(v) < 127 THEN 1 ELSE 4 END AS formed,
       lp_len AS on_page
FROM one, heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(chunk_id) AS chunks,
       CASE WHEN max(pg_column_compression(v)) IS NULL
              THEN 'is not compressed' ELSE 'is compressed' END
       || CASE count(chunk_id) WHEN 0 THEN ' and stays in the row'
            ELSE ' and moves out' END AS outcome
FROM one LEFT JOIN :toast ON true;

DROP TABLE one;

CREATE TABLE one (v text);
INSERT INTO one
SELECT CASE 'random' WHEN 'equal' THEN repeat('x', 143)
       ELSE left(string_agg(md5(i::text), ''), 143) END
FROM generate_series(1, 625) AS i;
SELECT 24 + octet_length(v)
       + CASE WHEN octet_length(v) < 127 THEN 1 ELSE 4 END AS formed,
       lp_len AS on_page
FROM one, heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(chunk_id) AS chunks,
       CASE WHEN max(pg_column_compression(v)) IS NULL
              THEN 'is not compressed' ELSE 'is compressed' END
       || CASE count(chunk_id) WHEN 0 THEN ' and stays in the row'
            ELSE ' and moves out' END AS outcome
FROM one LEFT JOIN :toast ON true;

DROP TABLE one;

CREATE TABLE one (v text);
INSERT INTO one
SELECT CASE 'random' WHEN 'equal' THEN repeat('x', 2050)
       ELSE left(string_agg(md5(i::text), ''), 2050) END
FROM generate_series(1, 625) AS i;
SELECT 24 + octet_length(v)
       + CASE WHEN octet_length(v) < 127 THEN 1 ELSE 4 END AS formed,
       lp_len AS on_page
FROM one, heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(chunk_id) AS chunks,
       CASE WHEN max(pg_column_compression(v)) IS NULL
              THEN 'is not compressed' ELSE 'is compressed' END
       || CASE count(chunk_id) WHEN 0 THEN ' and stays in the row'
            ELSE ' and moves out' END AS outcome
FROM one LEFT JOIN :toast ON true;

DROP TABLE one;

CREATE TABLE one (v text);
INSERT INTO one
SELECT CASE 'equal' WHEN 'equal' THEN repeat('x', 20000)
       ELSE left(string_agg(md5(i::text), ''), 20000) END
FROM generate_series(1, 625) AS i;
SELECT 24 + octet_length(v)
       + CASE WHEN octet_length(v) < 127 THEN 1 ELSE 4 END AS formed,
       lp_len AS on_page
FROM one, heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(chunk_id) AS chunks,
       CASE WHEN max(pg_column_compression(v)) IS NULL
              THEN 'is not compressed' ELSE 'is compressed' END
       || CASE count(chunk_id) WHEN 0 THEN ' and stays in the row'
            ELSE ' and moves out' END AS outcome
FROM one LEFT JOIN :toast ON true;

DROP TABLE one;

CREATE TABLE one (v text);
INSERT INTO one
SELECT CASE 'random' WHEN 'equal' THEN repeat('x', 2004)
       ELSE left(string_agg(md5(i::text), ''), 2004) END
FROM generate_series(1, 625) AS i;
SELECT 24 + octet_length(v)
       + CASE WHEN octet_length(v) < 127 THEN 1 ELSE 4 END AS formed,
       lp_len AS on_page
FROM one, heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(chunk_id) AS chunks,
       CASE WHEN max(pg_column_compression(v)) IS NULL
              THEN 'is not compressed' ELSE 'is compressed' END
       || CASE count(chunk_id) WHEN 0 THEN ' and stays in the row'
            ELSE ' and moves out' END AS outcome
FROM one LEFT JOIN :toast ON true;

CREATE TABLE wide (id int, body text);
INSERT INTO wide
SELECT 1, left(string_agg(md5(i::text), ''), 2001)
FROM generate_series(1, 63) AS i;
