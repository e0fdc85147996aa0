-- Words of errors and hints.
CREATE TABLE t (id int);
BEGIN;
PREPARE TRANSACTION 'x';
SELECT '"unterminated'::jsonpath;
SELECT '$."unterminated'::jsonpath;
SELECT '$"unterminated'::jsonpath;
CREATE EXTENSION pg_prewarm;
CREATE VIEW vw AS SELECT 1 AS one;
CREATE TYPE ct AS (a int);
CREATE TABLE u (id int) WITH (autovacuum_enabled = off);
SELECT pg_prewarm('vw');
SELECT pg_prewarm('ct');
SELECT pg_prewarm('vw', 'buffer', 'fsm');
SELECT pg_prewarm('u');
SELECT pg_prewarm('u', 'buffer', 'vm');
SELECT length(format('%2000000000s', 'x'));
CREATE FUNCTION many() RETURNS SETOF record LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN SELECT 1, 'x'::unknown INTO r; RETURN NEXT r; END $$;
SELECT * FROM many() AS m(id int, v text);
DO $$ DECLARE cur CURSOR (low int, high int) FOR SELECT g FROM generate_series(low, high) g; i int;
BEGIN OPEN cur(low => 5, high => 7); FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur; END $$;
DO $$ DECLARE cur CURSOR (low int, high int) FOR SELECT g FROM generate_series(low, high) g; i int;
BEGIN OPEN cur(5, high => 7); FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur; END $$;
DO $$ DECLARE cur CURSOR (low int, high int) FOR SELECT g FROM generate_series(low, high) g; i int;
BEGIN OPEN cur(high := 7, low := 6); FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur;
FOR r IN cur(1, 2) LOOP RAISE NOTICE '%', r.g; END LOOP; FOR r IN cur(2, high := 2) LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ DECLARE cur CURSOR (low int, high int) FOR SELECT g FROM generate_series(low, high) g;
BEGIN FOR r IN cur(high => 2, low => 1) LOOP RAISE NOTICE '%', r; END LOOP; END $$;
ALTER TABLE t REPLICA IDENTITY NOTHING;
\d+ t
ALTER TABLE t REPLICA IDENTITY FULL;
\d+ t
ALTER TABLE t REPLICA IDENTITY DEFAULT;
\d+ t
SET work_mem = 1;
SET random_page_cost = -1;
SET work_mem = '3TB';
SET statement_timeout = -1;
SET vacuum_cost_delay = '1h';
SET extra_float_digits = 9;
