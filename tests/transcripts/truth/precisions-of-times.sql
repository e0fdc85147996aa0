-- A precision that time types do not have.
SELECT '2024-01-01'::timestamp(9);
SELECT '10:00'::time(7), '10:00'::timetz(8), '2024-01-01'::timestamptz(9), interval(7) '1 s', '1 s'::interval second(9), timestamp(8) '2024-01-01';
CREATE TABLE app (ts timestamp(9), tz timestamp(7) with time zone, iv interval(8), n numeric(5, 2), t time(10), s interval day to second(7), d interval day to second);
CREATE TABLE app2 AS SELECT '2024-01-01'::timestamp(9) AS a;
ALTER TABLE app ADD x timestamp(8);
\d app
CREATE VIEW v AS SELECT NULL::timestamp(9) x;
SELECT * FROM v;
SELECT NULL::timestamp(-1);
SELECT NULL::interval(-2), NULL::timetz(-1);
SELECT NULL::time(9)[];
