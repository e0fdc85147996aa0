-- A column for each strategy
CREATE TABLE s (id int, p text, m text, x text, e text);
ALTER TABLE s
  ALTER p SET STORAGE PLAIN,
  ALTER m SET STORAGE MAIN,
  ALTER x SET STORAGE EXTENDED,
  ALTER e SET STORAGE EXTERNAL;
\d+ s

-- Three times 3,000 letters
INSERT INTO s VALUES
  (1, NULL, repeat('m', 3000), repeat('x', 3000), repeat('e', 3000));
SELECT pg_column_size(m) AS m, pg_column_size(x) AS x,
       pg_column_size(e) AS e,
       pg_column_compression(m) AS how_m,
       pg_column_compression(x) AS how_x,
       pg_column_compression(e) AS how_e
FROM s;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 's' \gset
SELECT chunk_id, chunk_seq, length(chunk_data)
FROM :toast ORDER BY 1, 2;
SELECT CASE count(DISTINCT chunk_id)
         WHEN 1 THEN 'e' WHEN 2 THEN 'x and e' ELSE 'm, x and e'
       END AS outside
FROM :toast;

-- When compression fails
INSERT INTO s
SELECT 2, NULL, string_agg(md5(i::text), ''),
       string_agg(md5((-i)::text), ''),
       string_agg(md5((2 * i)::text), '')
FROM generate_series(1, 100) AS i;
SELECT id, pg_column_size(m) AS m, pg_column_size(x) AS x,
       pg_column_size(e) AS e
FROM s ORDER BY id;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('s', 0));

-- The last resort
INSERT INTO s
SELECT 3, NULL, string_agg(md5(i::text), ''), NULL, NULL
FROM generate_series(1, 300) AS i;
SELECT count(*) AS chunks, sum(length(chunk_data)) AS bytes
FROM :toast WHERE chunk_id = (SELECT max(chunk_id) FROM :toast);

-- PLAIN has no way out
INSERT INTO s VALUES (4, repeat('p', 9000), NULL, NULL, NULL);

-- Any length, any strategy
CREATE TABLE one (v text);
ALTER TABLE one ALTER v SET STORAGE EXTENDED;
INSERT INTO one
SELECT CASE 'random' WHEN 'equal' THEN repeat('x', 3000)
       ELSE left(string_agg(md5(i::text), ''), 3000) END
FROM generate_series(1, 250) AS i;
SELECT lp_len AS on_page
FROM heap_page_items(get_raw_page('one', 0));
SELECT CASE WHEN pg_column_compression(v) IS NULL
              THEN 'not compressed' ELSE 'compressed' END AS squeezed
FROM one;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT count(*) AS chunks FROM :toast;

-- Exercise: nothing moves out
CREATE TABLE cards (id int, body text);
ALTER TABLE cards ALTER body SET STORAGE EXTERNAL;
INSERT INTO cards
SELECT i, repeat('c', 3000) FROM generate_series(1, 20) AS i;
