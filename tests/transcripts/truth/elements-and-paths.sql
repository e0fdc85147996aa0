-- Elements of arrays.
CREATE TABLE grids (m int[][], a int[]);
INSERT INTO grids VALUES ('{{1,2},{3,4}}', '{1,2,3}');
UPDATE grids SET m[1:2] = '{{1}}';
UPDATE grids SET m[2:2] = '{{8,9}}' RETURNING m;
UPDATE grids SET m[1:2] = '{{5,6},{7,8}}' RETURNING m;
UPDATE grids SET m[1] = 5;
UPDATE grids SET m[1:3] = '{{5,6},{7,8},{9,10}}';
SELECT ARRAY[ARRAY[1], NULL];
SELECT ARRAY[NULL, ARRAY[]::int[]];
SELECT ARRAY[ARRAY[1], ARRAY[2]];
-- Elements and fields of domains are checked.
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN mail AS text CHECK (VALUE LIKE '%@%') NOT NULL;
CREATE TYPE pair AS (p positive, q text);
SELECT '{1,2}'::positive[];
SELECT '{1,-1}'::positive[];
SELECT '(-1,x)'::pair;
CREATE TABLE letters (e mail, es mail[]);
INSERT INTO letters VALUES ('a@b', '{c@d}');
INSERT INTO letters VALUES ('a@b', '{x}');
INSERT INTO letters VALUES ('x', NULL);
COPY letters FROM stdin;
a@b	{c@d,x}
\.
SELECT * FROM letters;
-- A null in a path is found before what it leads to.
SELECT jsonb_set('{"a":1}', '{a,NULL}', '1');
SELECT jsonb_set('{"a":1}', ARRAY['b', NULL], '1');
SELECT '{"a":1}'::jsonb #- ARRAY['a', NULL];
SELECT jsonb_insert('{"a":"x"}', ARRAY['a', NULL], '1');
-- Intervals.
SELECT to_char(interval '-1 day -2 hours', 'DD HH24:MI'), to_char(interval '-12 days', 'DD'), to_char(interval '3 days', 'DD FMDD'),
  to_char(interval '-1 day', 'FMDD');
SELECT date_trunc('week', interval '1 day');
SELECT date_trunc('dow', interval '1 day');
