CREATE TABLE loose (
  a bool, b bigint, c bool, d bigint, e bool, f bigint);
INSERT INTO loose
SELECT true, i, false, 2 * i, true, 3 * i
FROM generate_series(1, 1000) AS i;

SELECT format('SELECT max((ctid::text::point)[0])::int + 1 AS pages
               FROM %s', coalesce(to_regclass('tight'), 'loose'))
\gexec
SELECT sum(b + d + f) AS sum, bool_and(a AND NOT c AND e) AS same
FROM tight;

-- The long ones first
CREATE TABLE tight AS SELECT b, d, f, a, c, e FROM loose;

SELECT format('SELECT max((ctid::text::point)[0])::int + 1 AS pages
               FROM %s', coalesce(to_regclass('tight'), 'loose'))
\gexec
SELECT sum(b + d + f) AS sum, bool_and(a AND NOT c AND e) AS same
FROM tight;
