-- Errors in SQL functions say where.
CREATE TABLE c (id int PRIMARY KEY, v text);
CREATE FUNCTION divide_volatile(a int, b int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1; SELECT a / b';
SELECT divide_volatile(1, 0);
CREATE FUNCTION put(i int) RETURNS void LANGUAGE sql AS 'INSERT INTO c VALUES (i, ''x''); INSERT INTO c VALUES (i, ''y'')';
SELECT put(1);
CREATE FUNCTION outer_one(i int) RETURNS int LANGUAGE sql AS 'SELECT 0; SELECT divide_volatile(i, 0)';
SELECT outer_one(1);
CREATE FUNCTION rows_of(i int) RETURNS SETOF int LANGUAGE sql AS 'SELECT 10 / (x - 2) FROM generate_series(1, i) x';
SELECT * FROM rows_of(3);
SELECT rows_of(3);
CREATE TABLE g (i int, b int GENERATED ALWAYS AS (i * 2) STORED CHECK (b > 0));
CREATE FUNCTION add_g(i int) RETURNS int LANGUAGE sql AS 'INSERT INTO g VALUES (i) RETURNING b';
SELECT add_g(1), add_g(-1);
DO $$ BEGIN PERFORM divide_volatile(3, 0); END $$;
CREATE PROCEDURE proc(i int) LANGUAGE sql AS 'INSERT INTO c VALUES (i / 0, ''x'')';
CALL proc(1);
CREATE FUNCTION atomic_one(i int) RETURNS int BEGIN ATOMIC SELECT 2; SELECT 1 / i; END;
SELECT atomic_one(0);
