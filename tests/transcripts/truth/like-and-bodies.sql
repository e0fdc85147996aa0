-- LIKE ... INCLUDING COMMENTS, and functions whose bodies are SQL.
CREATE TABLE c (id int CONSTRAINT positive CHECK (id > 0), v text, gone int, w text);
ALTER TABLE c DROP gone;
CREATE UNIQUE INDEX ci ON c (id);
COMMENT ON COLUMN c.v IS 'the value';
COMMENT ON COLUMN c.w IS 'another';
COMMENT ON TABLE c IS 'the table';
COMMENT ON INDEX ci IS 'the index';
COMMENT ON CONSTRAINT positive ON c IS 'the check';
CREATE TABLE d (first int, LIKE c INCLUDING COMMENTS);
\d+ d
CREATE TABLE e (LIKE c INCLUDING ALL EXCLUDING COMMENTS);
\d+ e
CREATE TABLE f (LIKE c INCLUDING ALL);
\d+ f
SELECT col_description('f'::regclass, 2), obj_description('f'::regclass), obj_description('f_id_idx'::regclass);
SELECT conname, obj_description(oid) FROM pg_constraint WHERE conrelid = 'f'::regclass;
CREATE FUNCTION a() RETURNS text LANGUAGE sql RETURN 'will return soon';
SELECT a();
CREATE FUNCTION return_(return_ int DEFAULT 3) RETURNS int RETURN return_ + 1;
SELECT return_(), return_(5);
CREATE FUNCTION n(x int) RETURNS int LANGUAGE sql IMMUTABLE BEGIN ATOMIC; SELECT 1; RETURN x * 2; END;
SELECT n(21);
CREATE FUNCTION m(x text) RETURNS text LANGUAGE sql BEGIN ATOMIC RETURN 'the end; return ' || x; END;
SELECT m('begin atomic');
CREATE FUNCTION both(v text) RETURNS SETOF text BEGIN ATOMIC
  INSERT INTO c VALUES (1, v);
  SELECT w FROM c; -- end
  SELECT c.v FROM c; /* return */
END; SELECT both('x');
CREATE FUNCTION bad() RETURNS int LANGUAGE sql RETURN nothing;
CREATE FUNCTION bad() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT nothing; END;
CREATE FUNCTION bad() RETURNS int LANGUAGE sql AS 'SELECT nothing';
CREATE FUNCTION bad() RETURNS text LANGUAGE sql AS $body$ SELECT 'it''s', 2 nothing 3; $body$;
CREATE FUNCTION bad() RETURNS text LANGUAGE sql AS 'SELECT ''it''''s'', nothing';
CREATE PROCEDURE p(x int) BEGIN ATOMIC INSERT INTO c VALUES (x); END;
CALL p(7);
SELECT id, v FROM c ORDER BY 1;
CREATE FUNCTION one() RETURNS int RETURN 1; CREATE FUNCTION two() RETURNS int RETURN 2;
SELECT one(), two();
