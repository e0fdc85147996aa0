-- Errors that later versions word otherwise, and what else of a statement's words changed.
SELECT 'nosch.x'::regclass;
SELECT 'nosch.f'::regproc;
SELECT 'nosch.f(int)'::regprocedure;
SELECT 'nosch.t'::regtype;
SELECT to_regclass('nosch.x');
SELECT 'public.x'::regclass;
CREATE TABLE t (a int PRIMARY KEY, b text);
UPDATE t SET t.a = 1;
UPDATE t AS u SET u.a = 1;
UPDATE t AS u SET t.a = 1;
UPDATE t SET b.a = 1;
UPDATE t SET c = 1;
UPDATE t SET t = 1;
INSERT INTO t (t.a) VALUES (1);
INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET t.b = 'x';
CREATE TABLE r (x int REFERENCES t ON DELETE RESTRICT ON UPDATE RESTRICT, y int REFERENCES t);
INSERT INTO t VALUES (1, 'a'), (2, 'b');
INSERT INTO r VALUES (1, 2);
DELETE FROM t WHERE a = 1;
\echo :SQLSTATE
UPDATE t SET a = 9 WHERE a = 1;
DELETE FROM t WHERE a = 2;
UPDATE t SET a = 9 WHERE a = 2;
\echo :SQLSTATE
-- Intervals.
SELECT extract(week FROM interval '-16 mons -19 days 67:04:08');
SELECT extract(quarter FROM interval '-16 mons'), extract(quarter FROM interval '16 mons'), extract(quarter FROM interval '-3 mons');
SELECT date_part('week', interval '20 days');
SELECT '-23.4 months -37 milliseconds'::interval, '1.23456789 years'::interval, '0.7 days 0.3 hours'::interval;
SELECT '1.5 milliseconds 2 seconds'::interval, '3 microseconds 2 milliseconds'::interval;
SELECT '21.379 milliseconds 28.097 seconds'::interval;
SELECT '178956970 years 8 mons'::interval;
SELECT '2147483648 months'::interval;
SELECT '-178956970 years -8 mons'::interval;
-- Numbers in other bases, and with underscores, as text.
SELECT '0x1F'::int, '0b101'::int2, ' -0o17 '::int8;
SELECT '1_000'::int8;
SELECT '1_000'::numeric;
SELECT '0x1_F'::numeric;
SELECT '1_000.5_0'::numeric(10, 2);
SELECT '0x_1F'::int;
SELECT '1__0'::int;
SELECT '_10'::int;
SELECT '10_'::numeric;
SELECT '0b12'::int;
SELECT '0x'::int;
SELECT '0x80000000'::int;
SELECT '-0x80000000'::int;
SELECT '1_0x'::numeric;
SELECT '1_000'::float8;
SELECT '{1_0,0x10}'::int[];
