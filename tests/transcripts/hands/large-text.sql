SELECT setseed(0.42);
CREATE TABLE sizes (base int, avg_length numeric,
                    bytes_per_row numeric, compressed int);
SELECT format('CREATE TABLE b%s (id bigserial, val text)', n),
       format('INSERT INTO b%s (val)
  SELECT repeat(md5(random()::text), %s + ceil(random() * 25)::int)
  FROM generate_series(1, 1000)', n, n),
       format('INSERT INTO sizes
  SELECT %s, round(avg(length(val)), 1),
         pg_table_size(''b%s'') / 1000.0,
         count(pg_column_compression(val)) FROM b%s', n, n, n)
FROM unnest(ARRAY[0, 10, 20, 30, 35, 40, 45, 50, 55, 65, 80]) AS n
\gexec
SELECT base, avg_length, round(bytes_per_row) AS bytes_per_row
FROM sizes ORDER BY base;
SELECT round(max(bytes_per_row)) AS peak FROM sizes;

SELECT compressed FROM sizes WHERE base = 45;
SELECT pg_column_compression(val) AS how,
       min(length(val)), max(length(val)), count(*)
FROM b45 GROUP BY 1 ORDER BY 2;

CREATE TABLE ext (id bigserial, val text);
ALTER TABLE ext ALTER COLUMN val SET STORAGE EXTERNAL;
INSERT INTO ext (val)
SELECT repeat(md5(random()::text), 64 + ceil(random() * 25)::int)
FROM generate_series(1, 1000);
SELECT round(avg(length(val))) AS avg_length,
       pg_relation_size('ext') / 1000 AS heap_per_row,
       pg_table_size('ext') / 1000 AS bytes_per_row
FROM ext;

DROP TABLE ext;

CREATE TABLE ext (id bigserial, val text);
ALTER TABLE ext ALTER COLUMN val SET STORAGE EXTERNAL;
INSERT INTO ext (val)
SELECT repeat(md5(random()::text), 168 + ceil(random() * 25)::int)
FROM generate_series(1, 1000);
SELECT round(avg(length(val))) AS avg_length,
       pg_relation_size('ext') / 1000 AS heap_per_row,
       pg_table_size('ext') / 1000 AS bytes_per_row
FROM ext;

DROP TABLE ext;

CREATE TABLE ext (id bigserial, val text);
ALTER TABLE ext ALTER COLUMN val SET STORAGE EXTERNAL;
INSERT INTO ext (val)
SELECT repeat(md5(random()::text), 438 + ceil(random() * 25)::int)
FROM generate_series(1, 1000);
SELECT round(avg(length(val))) AS avg_length,
       pg_relation_size('ext') / 1000 AS heap_per_row,
       pg_table_size('ext') / 1000 AS bytes_per_row
FROM ext;

DROP TABLE ext;

CREATE TABLE ext (id bigserial, val text);
ALTER TABLE ext ALTER COLUMN val SET STORAGE EXTERNAL;
INSERT INTO ext (val)
SELECT repeat(md5(random()::text), 1000 + ceil(random() * 25)::int)
FROM generate_series(1, 1000);
SELECT round(avg(length(val))) AS avg_length,
       pg_relation_size('ext') / 1000 AS heap_per_row,
       pg_table_size('ext') / 1000 AS bytes_per_row
FROM ext;

DROP TABLE ext;

CREATE TABLE ext (id bigserial, val text);
ALTER TABLE ext ALTER COLUMN val SET STORAGE EXTERNAL;
INSERT INTO ext (val)
SELECT repeat(md5(random()::text), 500 + ceil(random() * 25)::int)
FROM generate_series(1, 1000);
SELECT round(avg(length(val))) AS avg_length,
       pg_relation_size('ext') / 1000 AS heap_per_row,
       pg_table_size('ext') / 1000 AS bytes_per_row
FROM ext;

CREATE TABLE texts (id int, body text);
ALTER TABLE texts ALTER body SET STORAGE EXTERNAL;
INSERT INTO texts
SELECT 1, repeat('All work and no play. ', 9091);
