-- a page, byte by byte
CREATE TABLE mixed (a boolean, b bigint, c smallint, d text, e numeric, f timestamp);
CREATE TABLE sorted (b bigint, f timestamp, c smallint, a boolean, d text, e numeric);
INSERT INTO mixed VALUES (true, 1, 2, 'three', 4.5, '2024-01-01 12:00'), (NULL, 7, NULL, '', 0, NULL);
INSERT INTO sorted SELECT b, f, c, a, d, e FROM mixed;
SELECT pg_column_size(mixed.*) AS mixed FROM mixed;
SELECT pg_column_size(sorted.*) AS sorted FROM sorted;
SELECT * FROM page_header(get_raw_page('mixed', 0)) \gx
SELECT lp, lp_off, lp_len, t_hoff, t_bits, t_data FROM heap_page_items(get_raw_page('mixed', 0));
SELECT lp, lp_off, lp_len, t_hoff, t_bits, t_data FROM heap_page_items(get_raw_page('sorted', 0));
SELECT lp, t_attrs FROM heap_page_item_attrs(get_raw_page('mixed', 0), 'mixed');
SELECT lp, raw_flags, combined_flags FROM heap_page_items(get_raw_page('mixed', 0)), LATERAL heap_tuple_infomask_flags(t_infomask, t_infomask2);
SELECT count(*) FROM mixed;
SELECT lp, raw_flags FROM heap_page_items(get_raw_page('mixed', 0)), LATERAL heap_tuple_infomask_flags(t_infomask, t_infomask2);
ALTER TABLE mixed ADD COLUMN g int DEFAULT 42;
SELECT lp, lp_len, t_infomask2 & 2047 AS natts FROM heap_page_items(get_raw_page('mixed', 0));
SELECT g, pg_column_size(m.*) FROM mixed m;
ALTER TABLE mixed DROP COLUMN b;
SELECT lp, lp_len, t_infomask2 & 2047 AS natts FROM heap_page_items(get_raw_page('mixed', 0));
UPDATE mixed SET c = 9 WHERE a;
SELECT lp, lp_off, lp_len, t_ctid, t_infomask2 & 2047 AS natts, t_bits, t_data FROM heap_page_items(get_raw_page('mixed', 0));
SELECT attnum, attname, attlen, attalign, attisdropped, atthasmissing, attmissingval FROM pg_attribute WHERE attrelid = 'mixed'::regclass AND attnum > 0 ORDER BY 1;
CREATE INDEX ON mixed (d, c);
SELECT * FROM bt_metap('mixed_d_c_idx') \gx
SELECT itemoffset, ctid, itemlen, nulls, vars, data FROM bt_page_items('mixed_d_c_idx', 1);
SELECT pg_column_size(1::smallint), pg_column_size(1), pg_column_size(1::bigint), pg_column_size(1.5), pg_column_size('abc'::text), pg_column_size(now()), pg_column_size(ROW()), pg_column_size(ROW(1, 'a'::text));
SELECT pg_column_size(NULL::int), pg_column_size('{}'::int[]), pg_column_size('{1,2,3}'::int[]), pg_column_size('{}'::jsonb), pg_column_size('{"a": 1}'::jsonb), pg_column_size('[1, 2]'::json);
SELECT n, pg_column_size(n) FROM (VALUES (0.0), (1), (10000), (123456789.123456789), (1e20)) v(n);
VACUUM FREEZE mixed;
SELECT lp, lp_flags, lp_len, t_xmin, t_xmax, raw_flags, combined_flags FROM heap_page_items(get_raw_page('mixed', 0)) LEFT JOIN LATERAL heap_tuple_infomask_flags(t_infomask, t_infomask2) ON t_infomask IS NOT NULL;
SELECT flags, lower, upper FROM page_header(get_raw_page('mixed', 0));
