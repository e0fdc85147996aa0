-- Five values
CREATE TABLE v (id int, body text);
INSERT INTO v VALUES (1, 'short'), (2, repeat('a', 500)),
                     (3, repeat('abc', 5000));
INSERT INTO v SELECT 4, string_agg(md5(i::text), '')
              FROM generate_series(1, 200) AS i;
INSERT INTO v
SELECT 5, string_agg(md5(i::text) || repeat('.', 32), '')
FROM generate_series(1, 200) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'v' \gset
SELECT count(DISTINCT chunk_id) AS outside FROM :toast;

-- First sign: the sizes
SELECT id, octet_length(body) AS bytes,
       pg_column_size(body) AS stored,
       pg_column_compression(body) AS how
FROM v ORDER BY id;
SELECT count(pg_column_compression(body)) AS compressed FROM v;

-- Proof: the first byte
SELECT lp, length(a) AS bytes, substr(a, 1, 1) AS first,
       CASE WHEN get_byte(a, 0) = 1 THEN 'moved out'
            WHEN get_byte(a, 0) & 1 = 1 THEN 'in the row, short'
            WHEN get_byte(a, 0) & 3 = 2
              THEN 'in the row, compressed'
            ELSE 'in the row' END AS place
FROM (SELECT lp, t_attrs[2] AS a
      FROM heap_page_item_attrs(get_raw_page('v', 0), 'v')) AS x;

-- To its chunks
SELECT v.id, value, count(*) AS chunks,
       sum(length(chunk_data)) AS bytes
FROM v
JOIN (SELECT t_ctid, get_byte(p, 10) + get_byte(p, 11) * 256
               + get_byte(p, 12) * 65536 AS value
      FROM (SELECT t_ctid, t_attrs[2] AS p
            FROM heap_page_item_attrs(get_raw_page('v', 0), 'v')
           ) AS x
      WHERE get_byte(p, 0) = 1) AS pointers ON v.ctid = t_ctid
JOIN :toast ON chunk_id::int = value
GROUP BY v.id, value ORDER BY v.id;

-- Without pageinspect
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(body) FROM v WHERE id = 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(body) FROM v WHERE id = 4;

-- Exercise: three places
CREATE TABLE places (id int, body text);
