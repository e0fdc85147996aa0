-- A value leaves its row
CREATE TABLE letters (id int, body text COMPRESSION lz4);
ALTER TABLE letters ALTER body SET STORAGE EXTERNAL;
INSERT INTO letters VALUES (1, repeat('x', 5000));
SELECT length(t_attrs[2]) AS bytes_left, t_attrs[2] AS pointer
FROM heap_page_item_attrs(get_raw_page('letters', 0), 'letters');
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'letters' \gset
SELECT chunk_id, chunk_seq, length(chunk_data) AS bytes
FROM :toast ORDER BY 1, 2;

-- The four numbers
INSERT INTO letters VALUES (2, repeat('ä', 3000));
SELECT get_byte(p, 2) + get_byte(p, 3) * 256 AS rawsize,
       get_byte(p, 6) + get_byte(p, 7) * 256 AS extinfo,
       get_byte(p, 10) + get_byte(p, 11) * 256
         + get_byte(p, 12) * 65536 AS valueid,
       get_byte(p, 14) + get_byte(p, 15) * 256
         + get_byte(p, 16) * 65536 AS toastrelid
FROM (SELECT t_attrs[2] AS p
      FROM heap_page_item_attrs(get_raw_page('letters', 0), 'letters')
      WHERE lp = 2) AS a;
SELECT reltoastrelid, reltoastrelid::regclass
FROM pg_class WHERE relname = 'letters';

-- Where the chunks are
SELECT ctid, chunk_id, chunk_seq FROM :toast
WHERE chunk_id = (SELECT max(chunk_id) FROM :toast);
SELECT encode(t_attrs[2], 'hex') AS before
FROM heap_page_item_attrs(get_raw_page('letters', 0), 'letters')
WHERE lp = 2 \gset
DELETE FROM letters WHERE id = 1;
VACUUM FULL letters;
SELECT ctid, chunk_id, chunk_seq FROM :toast;
SELECT count(*) AS changed
FROM generate_series(0, 17) AS i,
     heap_page_item_attrs(get_raw_page('letters', 0), 'letters')
WHERE get_byte(t_attrs[2], i)
      <> get_byte(decode(:'before', 'hex'), i);

-- Two bits for the method
ALTER TABLE letters ALTER body SET STORAGE EXTENDED;
INSERT INTO letters
SELECT 3, string_agg(md5(i::text) || repeat('.', 32), '')
FROM generate_series(1, 100) AS i;
SELECT get_byte(p, 6) + get_byte(p, 7) * 256
         + get_byte(p, 8) * 65536 AS stored_bytes,
       get_byte(p, 9) >> 6 AS method
FROM (SELECT t_attrs[2] AS p
      FROM heap_page_item_attrs(get_raw_page('letters', 0), 'letters')
      WHERE lp = 2) AS a;
SELECT log(2, pg_size_bytes('1 GB'))::int AS size_bits,
       32 - log(2, pg_size_bytes('1 GB'))::int AS bits_left;
SELECT pg_column_size(body) AS size,
       pg_column_compression(body) AS how
FROM letters WHERE id = 3;

-- Any value
CREATE TABLE any_value (body text);
ALTER TABLE any_value ALTER body SET STORAGE EXTERNAL;
INSERT INTO any_value
SELECT left(string_agg(md5(i::text), ''), 9000)
FROM generate_series(1, 1875) AS i;
SELECT get_byte(p, 2) + get_byte(p, 3) * 256 AS rawsize,
       get_byte(p, 6) + get_byte(p, 7) * 256 AS extinfo,
       length(p) AS bytes_left
FROM (SELECT t_attrs[1] AS p FROM heap_page_item_attrs(
        get_raw_page('any_value', 0), 'any_value')) AS a;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'any_value' \gset
SELECT count(*) AS chunks FROM :toast;

-- Exercise: a hundred times its table
CREATE TABLE heavy (id int, body text);
