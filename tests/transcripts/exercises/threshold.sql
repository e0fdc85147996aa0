CREATE TABLE wide (id int, body text);
INSERT INTO wide
SELECT 1, left(string_agg(md5(i::text), ''), 2001)
FROM generate_series(1, 63) AS i;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'wide' \gset
SELECT count(*) AS chunks FROM :toast;
SELECT max(lp_len) AS row_bytes
FROM heap_page_items(get_raw_page('wide', 0));

-- PLAIN: TOAST may not touch it
ALTER TABLE wide ALTER body SET STORAGE PLAIN;
UPDATE wide SET body = body || '';

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'wide' \gset
SELECT count(*) AS chunks FROM :toast;
SELECT max(lp_len) AS row_bytes
FROM heap_page_items(get_raw_page('wide', 0));
