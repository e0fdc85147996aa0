-- Four hundred columns
SELECT string_agg('c' || i || ' text', ', ') AS columns,
       string_agg(quote_literal(left(md5(i::text), 20)), ', ')
         AS small
FROM generate_series(1, 400) AS i \gset
CREATE TABLE wide (:columns);
INSERT INTO wide VALUES (:small);
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'wide' \gset
SELECT CASE WHEN (SELECT count(*) FROM wide) = 0 THEN 'no'
            WHEN (SELECT count(*) FROM :toast) > 0
              THEN 'yes, most of it in the TOAST table'
            ELSE 'yes, in the row' END AS result;

-- Five times as much
SELECT string_agg(quote_literal(md5(i::text) || md5((-i)::text)
                  || md5((i * 7)::text)), ', ') AS large
FROM generate_series(1, 400) AS i \gset
INSERT INTO wide VALUES (:large);
SELECT lp, lp_len FROM heap_page_items(get_raw_page('wide', 0));
SELECT count(DISTINCT chunk_id) AS outside FROM :toast;
SELECT CASE WHEN (SELECT count(*) FROM wide) = 0 THEN 'no'
            WHEN (SELECT count(*) FROM :toast) = 400
              THEN 'yes, all of it in the TOAST table'
            ELSE 'yes, in the row' END AS result;

-- Where it ends
SELECT (8160 - 24) / 18 AS most \gset
SELECT string_agg('c' || i || ' text', ', ') AS columns,
       string_agg(quote_literal(repeat(md5(i::text), 3)), ', ')
         AS large
FROM generate_series(1, :most) AS i \gset
CREATE TABLE wider (:columns);
INSERT INTO wider VALUES (:large);
SELECT :most AS most, lp_len
FROM heap_page_items(get_raw_page('wider', 0));
ALTER TABLE wider ADD last text;
INSERT INTO wider VALUES (:large, repeat(md5('last'), 3));

-- An index entry
CREATE TABLE links (id int, url text);
CREATE INDEX ON links (url);
INSERT INTO links SELECT 1, string_agg(md5(i::text), '')
FROM generate_series(1, 100) AS i;
SELECT CASE count(*) WHEN 0 THEN 'no' ELSE 'yes' END AS stored
FROM links WHERE id = 1;

-- A longer one
INSERT INTO links VALUES (2, repeat('x', 100000));
SELECT CASE count(*) WHEN 0 THEN 'no' ELSE 'yes' END AS stored
FROM links WHERE id = 2;
SELECT itemoffset, itemlen FROM bt_page_items('links_url_idx', 1);

-- A way out
DROP INDEX links_url_idx;
INSERT INTO links SELECT 3, string_agg(md5(i::text), '')
FROM generate_series(1, 100) AS i;
CREATE INDEX ON links (md5(url));
SELECT itemoffset, itemlen FROM bt_page_items('links_md5_idx', 1);
SELECT id FROM links
WHERE md5(url) = (SELECT md5(string_agg(md5(i::text), ''))
                  FROM generate_series(1, 100) AS i);

-- Exercise: found again by its text
CREATE TABLE letters (id int, body text);
INSERT INTO letters
SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
           FROM generate_series(1, 150) AS i)
FROM generate_series(1, 20) AS n;
CREATE INDEX ON letters (body);
