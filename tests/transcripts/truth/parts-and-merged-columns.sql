-- several parts of one value set at once
CREATE TYPE comp AS (r float8, i float8);
CREATE TYPE deep AS (c comp, n int);
CREATE TABLE dc (d comp[], e comp, f deep);
INSERT INTO dc VALUES (ARRAY[row(1,2)::comp], row(3,4), row(row(5,6),7));
UPDATE dc SET d[1].r = d[1].r - 1, d[1].i = d[1].i + 1;
UPDATE dc SET e.r = 7, e.i = 8, f.c.r = 1, f.c.i = 2, f.n = 3;
SELECT * FROM dc;
UPDATE dc SET d[1].r = 5, d[2].i = 6, d[2].r = 9;
SELECT * FROM dc;
INSERT INTO dc (d[1].r, d[1].i, e.r, e.i, f.c.i, f.c.r) VALUES (1, 2, 3, 4, 5, 6);
SELECT * FROM dc;
-- NULL that a domain refuses in COPY
CREATE DOMAIN dnn AS int NOT NULL;
CREATE TABLE dn (a int, b dnn);
COPY dn FROM stdin;
1	\N
\.
COPY dn FROM stdin WITH (FORMAT csv);
1,
\.
CREATE DOMAIN dck AS text CHECK (VALUE IS NOT NULL);
CREATE TABLE dk (a int, b dck);
COPY dk FROM stdin;
1	\N
\.
-- recursion over arrays of rows
WITH RECURSIVE g(f, t) AS (VALUES (1,2),(2,3),(3,1)), s(f, t, cyc, path) AS (SELECT *, false, ARRAY[row(f,t)] FROM g UNION SELECT g.f, g.t, row(g.f,g.t) = ANY(path), path || row(g.f,g.t) FROM g, s WHERE g.f = s.t AND NOT cyc) SELECT * FROM s;
-- the names of merged columns stay when columns are renamed
CREATE TABLE tt (a int, b int, c int);
CREATE TABLE uu (a int, b int, d int);
CREATE TABLE ww (a int, bb int, dd int);
CREATE VIEW v1 AS SELECT * FROM tt JOIN uu USING (a, b);
CREATE VIEW v2 AS SELECT * FROM tt x FULL JOIN ww USING (a);
CREATE VIEW v3 AS SELECT * FROM (tt x JOIN ww USING (a)) j;
CREATE VIEW v4 AS SELECT a, c, d, dd FROM tt JOIN uu USING (a) LEFT JOIN ww USING (a);
CREATE VIEW v5 AS SELECT * FROM tt NATURAL JOIN (SELECT a, bb FROM ww) s;
ALTER TABLE uu RENAME b TO z;
ALTER TABLE ww RENAME a TO z;
SELECT pg_get_viewdef('v1'), pg_get_viewdef('v2'), pg_get_viewdef('v3');
SELECT pg_get_viewdef('v4'), pg_get_viewdef('v5');
ALTER TABLE tt RENAME a TO y;
SELECT pg_get_viewdef('v1'), pg_get_viewdef('v2'), pg_get_viewdef('v3');
SELECT pg_get_viewdef('v4'), pg_get_viewdef('v5');
ALTER TABLE uu ADD COLUMN c int, ADD COLUMN b int;
ALTER TABLE tt ADD COLUMN d int;
SELECT pg_get_viewdef('v1'), pg_get_viewdef('v2'), pg_get_viewdef('v3');
SELECT pg_get_viewdef('v4'), pg_get_viewdef('v5', true);
CREATE VIEW v6 AS SELECT * FROM tt JOIN uu ON tt.b = uu.b;
CREATE TABLE twice (a int, b int, b int, a int);
-- triggers of foreign keys, and those that need a column
CREATE TABLE one (i serial PRIMARY KEY);
CREATE TABLE many (i int REFERENCES one(i) ON DELETE CASCADE);
INSERT INTO one DEFAULT VALUES;
INSERT INTO many VALUES (1);
ALTER TABLE one DISABLE TRIGGER ALL;
DELETE FROM one WHERE i = 1;
SELECT * FROM many;
ALTER TABLE many DISABLE TRIGGER ALL;
INSERT INTO many VALUES (5);
ALTER TABLE one ENABLE TRIGGER ALL;
ALTER TABLE many ENABLE TRIGGER USER;
INSERT INTO many VALUES (6);
ALTER TABLE many ENABLE TRIGGER ALL;
INSERT INTO many VALUES (7);
INSERT INTO one VALUES (5);
DELETE FROM one;
SELECT * FROM many;
CREATE TABLE tr (a int, b int, c int, d int);
CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', tg_name, new; RETURN new; END $$;
CREATE TRIGGER of_b AFTER UPDATE OF b ON tr FOR EACH ROW EXECUTE FUNCTION say();
CREATE TRIGGER when_c AFTER UPDATE ON tr FOR EACH ROW WHEN (old.c <> new.c) EXECUTE FUNCTION say();
CREATE TRIGGER own_table AFTER UPDATE ON tr FOR EACH ROW WHEN (new.tableoid = old.tableoid AND new.tableoid <> 0) EXECUTE FUNCTION say();
INSERT INTO tr VALUES (1, 2, 3, 4);
UPDATE tr SET a = 2;
UPDATE tr SET b = 3, c = 4;
ALTER TABLE tr DROP COLUMN b;
ALTER TABLE tr DROP COLUMN c;
ALTER TABLE tr DROP COLUMN d;
ALTER TABLE tr DROP COLUMN b CASCADE;
DROP TRIGGER when_c ON tr;
ALTER TABLE tr DROP COLUMN c;
UPDATE tr SET a = 3;
-- escapes and numbers in jsonpath
SELECT '(1).type()'::jsonpath, '(-1).type()'::jsonpath, '"\b\x50\u0067\u{53} \ud83d\ude04"'::jsonpath, '$.foo\x50'::jsonpath, '$.a/+-1'::jsonpath;
SELECT '"\b\f\r\n\t\v\"\''\\\z"'::jsonpath, '(1.2).e'::jsonpath, '$."a\u0062c"[*]'::jsonpath, '+(-1)'::jsonpath, '-(-1.50).floor()'::jsonpath;
SELECT jsonb_path_query('null', '(123).type()'), jsonb_path_query('{"a\tb": 1}', '$."a\tb"'), jsonb_path_query('{"é": 1}', '$.\u00e9');
-- dates far away
SELECT timestamp 'Jan 1, 4713 BC' + interval '109203489 days';
SELECT timestamp '2000-01-01' + interval '2000000000 days';
SELECT date '2000-01-01' - interval '2000000000 days';
