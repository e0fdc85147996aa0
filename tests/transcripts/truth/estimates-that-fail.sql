-- A value that the planner's estimate asks for is computed while planning: its error comes also from an empty table
CREATE TABLE e (id int, t text, n name, v varchar(10), a text[]);
SELECT * FROM e WHERE t = current_setting('app.tenant');
SELECT * FROM e WHERE id = current_setting('app.tenant')::int;
SELECT * FROM e WHERE id > '1 day'::interval / extract(epoch FROM now() - now())::int;
EXPLAIN SELECT * FROM e WHERE t = current_setting('app.tenant');
SELECT * FROM e WHERE t ~ '1.5.*{1}';
SELECT * FROM e WHERE n ~* 'a[';
SELECT * FROM e WHERE v !~ '(';
SELECT * FROM e WHERE t LIKE 'a\';
SELECT * FROM e WHERE id = 1 OR t = current_setting('app.tenant');
SELECT * FROM e WHERE t = current_setting('app.tenant', true);
SELECT current_setting('app.tenant') FROM e;
SELECT * FROM e WHERE current_setting('app.tenant') = 'a';
UPDATE e SET id = 1 WHERE t < current_setting('app.tenant');
DELETE FROM e WHERE t >= current_setting('app.tenant');
SELECT * FROM e WHERE false AND t = current_setting('app.tenant');
SELECT * FROM e JOIN e f ON e.id = f.id AND f.t = current_setting('app.tenant');
-- The array of ANY is a value that is asked for too
EXPLAIN SELECT * FROM e WHERE t = ANY (string_to_array(current_setting('search_path'), ','));
EXPLAIN SELECT * FROM e WHERE t = ANY (string_to_array(current_setting('app.tenant', true), ','));
SELECT * FROM e WHERE t = ANY (string_to_array(current_setting('app.tenant'), ','));
EXPLAIN SELECT * FROM e WHERE n = ANY (current_schemas(true));
EXPLAIN SELECT * FROM e WHERE id <> ALL (ARRAY[1, extract(year FROM timestamptz '2024-01-01')::int, 7]);
-- In a function the error has the statement's context
CREATE FUNCTION of_tenant() RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) FROM e WHERE t = current_setting('app.tenant'));
END $$;
SELECT of_tenant();
SET app.tenant = 'x';
SELECT of_tenant();
