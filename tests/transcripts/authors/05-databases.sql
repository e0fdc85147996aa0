CREATE DATABASE shop;
\l shop
\c shop
SELECT current_database();
CREATE TABLE t(a int);
SELECT pg_relation_filepath('t');
\c postgres
SELECT * FROM t;
DROP DATABASE shop;
DROP DATABASE nope;
DROP DATABASE IF EXISTS nope;
\o /dev/null
SELECT 1;
\o
SELECT 1 AS a, 'x'::varchar(5) AS c, 1.5::numeric(4,2) d \gdesc
SELECT 1, 2 \g (format=unaligned tuples_only=on)
\db
\dn+
CREATE TYPE mood AS ENUM ('sad', 'happy');
ALTER TYPE mood ADD VALUE 'great';
ALTER TYPE mood ADD VALUE IF NOT EXISTS 'great';
\dT+ mood
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT * FROM generate_series(1, 5) g;
FETCH 2 FROM c;
FETCH PRIOR FROM c;
MOVE 3 FROM c;
FETCH ALL FROM c;
FETCH ABSOLUTE 2 FROM c;
CLOSE c;
COMMIT;
FETCH 1 FROM c;
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(ARRAY[0.25, 0.9]) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY x % 3), corr(x, x * x), regr_slope(x * 2, x) FROM generate_series(1, 10) x;
SELECT to_date('2024-03-05', 'YYYY-MM-DD'), to_timestamp('05 Dec 2000', 'DD Mon YYYY'), to_timestamp('20240102 030405', 'YYYYMMDD HH24MISS');
SELECT 10::bit(8), 5::bit(3)::text, 258::bit(16), x'ff'::int;
