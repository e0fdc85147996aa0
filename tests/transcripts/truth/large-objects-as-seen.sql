-- lo_get sees what its query sees, and not what the query writes; lo_put and lo_from_bytea see what is there now.
SELECT lo_from_bytea(50000, 'abc');
SELECT lo_put(50000, 1, 'XX'), lo_get(50000);
SELECT lo_get(50000);
SELECT lo_from_bytea(50001, 'abc'), lo_get(50001);
SELECT lo_from_bytea(50001, 'abc');
SELECT lo_get(50001), lo_put(50001, 0, 'zz'), lo_get(50001);
SELECT lo_put(50001, 0, 'a'), lo_put(50001, 1, 'b'), lo_put(50001, 2, 'c');
SELECT lo_get(50001);
SELECT g, lo_put(50001, g, '!'), lo_get(50001) FROM generate_series(0, 2) g;
SELECT lo_get(50001, 1, 1);
-- A function's statements each see anew.
CREATE FUNCTION put_and_get() RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE r bytea;
BEGIN
  PERFORM lo_put(50001, 0, 'new');
  SELECT lo_get(50001) INTO r;
  RETURN r;
END $$;
SELECT put_and_get(), lo_get(50001);
SELECT lo_get(50001);
BEGIN;
SELECT lo_unlink(50001), lo_get(50001);
SELECT lo_get(50001);
ROLLBACK;
SELECT lo_get(50001);
