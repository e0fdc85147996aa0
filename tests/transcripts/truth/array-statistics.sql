-- What ANALYZE learns of arrays' elements, and the OIDs that its rows of pg_statistic take when they are long.
CREATE TABLE a (id int, few int[], words text[], n numeric[], none int[], bits bit(3)[], at timestamptz[]);
INSERT INTO a SELECT i, ARRAY[i % 3, i % 5, NULLIF(i % 7, 0)], ARRAY['w' || i % 4, 'all'], ARRAY[i / 10.0, i],
       NULL, ARRAY[i::bit(3)], ARRAY[timestamptz '2020-01-01 00:00:00+00' + (i % 2) * interval '1 day']
  FROM generate_series(1, 40) i;
INSERT INTO a (id, few, words) VALUES (41, '{}', '{{a,b},{b,c}}');
ANALYZE a;
\x
SELECT attname, null_frac, n_distinct, most_common_elems, most_common_elem_freqs FROM pg_stats WHERE tablename = 'a' ORDER BY attname;
SELECT attname, elem_count_histogram[1:3], elem_count_histogram[98:101], array_length(elem_count_histogram, 1) FROM pg_stats WHERE tablename = 'a' ORDER BY attname;
ALTER TABLE a ALTER few SET STATISTICS 1;
ANALYZE a (few);
SELECT most_common_elems, most_common_elem_freqs, elem_count_histogram FROM pg_stats WHERE tablename = 'a' AND attname = 'few';
\x
-- More different elements than are kept: which, where many are equally common, follows from the hash table.
CREATE TABLE many (i int[], t text[], u uuid[]);
INSERT INTO many SELECT array_agg((r * 7919 + j * j * 31) % 100003), array_agg(md5((r * j)::text)), array_agg(md5((r + j)::text)::uuid)
  FROM generate_series(1, 30) r, generate_series(1, 70) j GROUP BY r ORDER BY r;
CREATE TABLE o1 (i int);
ANALYZE many;
CREATE TABLE o2 (i int);
SELECT 'o2'::regclass::oid::int - 'o1'::regclass::oid::int AS oids;
SELECT attname, array_length(most_common_elem_freqs, 1), md5(most_common_elems::text), md5(most_common_elem_freqs::text), md5(elem_count_histogram::text) FROM pg_stats WHERE tablename = 'many' ORDER BY attname;
ALTER TABLE many ALTER t SET STATISTICS 7, ALTER i SET STATISTICS 300;
ANALYZE many;
SELECT attname, array_length(most_common_elem_freqs, 1), md5(most_common_elems::text), md5(most_common_elem_freqs::text), md5(elem_count_histogram::text) FROM pg_stats WHERE tablename = 'many' ORDER BY attname;
-- Batches end here: what is rare is forgotten.
CREATE TABLE batches (i int[]);
INSERT INTO batches SELECT array_agg(CASE WHEN j % 10 = 0 THEN j ELSE r * 1000 + j END) FROM generate_series(1, 60) r, generate_series(1, 200) j GROUP BY r ORDER BY r;
ALTER TABLE batches ALTER i SET STATISTICS 2;
ANALYZE batches;
SELECT most_common_elems, most_common_elem_freqs, elem_count_histogram FROM pg_stats WHERE tablename = 'batches';
-- Arrays over 64 kB are not looked at.
CREATE TABLE long (i int[]);
INSERT INTO long SELECT array_agg(j) FROM generate_series(1, 17000) j;
INSERT INTO long SELECT array_agg(j) FROM generate_series(1, 16378) j;
INSERT INTO long SELECT array_agg(j) FROM generate_series(1, 16379) j;
ANALYZE long;
SELECT array_length(most_common_elem_freqs, 1), md5(most_common_elems::text), elem_count_histogram[1], elem_count_histogram[100:101] FROM pg_stats WHERE tablename = 'long';
CREATE TABLE o3 (i int);
SELECT 'o3'::regclass::oid::int - 'long'::regclass::oid::int AS oids;
