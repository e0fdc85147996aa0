-- One row, one page
CREATE TABLE answers (yes boolean);
INSERT INTO answers VALUES (true);
SELECT pg_relation_size('answers') AS bytes;

-- What the row costs
CREATE TABLE planets (id int, name text);
INSERT INTO planets VALUES (1, 'Mercury');
SELECT lp, lp_off, lp_len, t_hoff, t_data
FROM heap_page_items(get_raw_page('planets', 0));

-- A page fills from both ends
INSERT INTO planets VALUES (2, 'Venus'), (3, NULL);
SELECT lp, lp_off, lp_len, t_bits, t_data
FROM heap_page_items(get_raw_page('planets', 0));
SELECT lower, upper, upper - lower AS free
FROM page_header(get_raw_page('planets', 0));

-- How many rows fit
CREATE TABLE numbers AS SELECT i FROM generate_series(1, 1000) AS i;
SELECT count(*) AS rows_on_page, max(lp_len) AS row_bytes
FROM heap_page_items(get_raw_page('numbers', 0));
SELECT pg_relation_size('numbers') / 8192 AS pages;

-- The limit
CREATE TABLE wide (a text);
ALTER TABLE wide ALTER a SET STORAGE PLAIN;
INSERT INTO wide VALUES (repeat('x', 9000));
SELECT upper - lower AS bytes_free, 8192 - lower AS bytes_in_all
FROM page_header(get_raw_page('answers', 0));

-- Exercise: the same in less
CREATE TABLE loose (
  a bool, b bigint, c bool, d bigint, e bool, f bigint);
INSERT INTO loose
SELECT true, i, false, 2 * i, true, 3 * i
FROM generate_series(1, 1000) AS i;
