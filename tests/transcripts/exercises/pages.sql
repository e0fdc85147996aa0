CREATE TABLE loose (
  a bool, b bigint, c bool, d bigint, e bool, f bigint);
INSERT INTO loose
SELECT true, i, false, 2 * i, true, 3 * i
FROM generate_series(1, 1000) AS i;

SELECT pg_relation_size(coalesce(to_regclass('tight'), 'loose'))
       / 8192 AS pages;
SELECT sum(b + d + f) AS sum, bool_and(a AND NOT c AND e) AS same
FROM tight;

-- The long ones first
CREATE TABLE tight AS SELECT b, d, f, a, c, e FROM loose;

SELECT pg_relation_size(coalesce(to_regclass('tight'), 'loose'))
       / 8192 AS pages;
SELECT sum(b + d + f) AS sum, bool_and(a AND NOT c AND e) AS same
FROM tight;
