-- Functions as they are defined: the names of parameters that OR REPLACE keeps; PARALLEL, COST and ROWS where they are shown.
CREATE FUNCTION total(x int, y int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT x + y';
CREATE OR REPLACE FUNCTION total(x int, y int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT x * y';
CREATE OR REPLACE FUNCTION total(a int, y int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT 0';
CREATE OR REPLACE FUNCTION total(x int, int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT 0';
CREATE OR REPLACE FUNCTION total(x int, y int DEFAULT 1) RETURNS bigint LANGUAGE sql AS 'SELECT 0';
CREATE FUNCTION plain(int, int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN $1; END';
CREATE OR REPLACE FUNCTION plain(a int, b int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN a; END';
CREATE OR REPLACE FUNCTION plain(b int, a int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN a; END';
CREATE PROCEDURE doing(a int) LANGUAGE plpgsql AS 'BEGIN END';
CREATE OR REPLACE PROCEDURE doing(b int) LANGUAGE plpgsql AS 'BEGIN END';
SELECT total(3), plain(1, 2);
CREATE FUNCTION safe(a int) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5 AS 'SELECT a';
CREATE FUNCTION half(a int) RETURNS SETOF int LANGUAGE sql STABLE PARALLEL RESTRICTED ROWS 12 AS 'SELECT a';
CREATE FUNCTION never(a int) RETURNS int LANGUAGE sql PARALLEL NEVER AS 'SELECT a';
SELECT proname, proparallel, procost, prorows, provolatile, proisstrict FROM pg_proc WHERE proname IN ('total', 'safe', 'half') ORDER BY 1;
\sf safe
\sf half
\df+ safe
\df+ half
ALTER FUNCTION safe(int) PARALLEL RESTRICTED COST 7.5;
ALTER FUNCTION half(int) PARALLEL UNSAFE ROWS 1000;
ALTER FUNCTION half(int) PARALLEL SOMETIMES;
\sf safe
\sf half
