-- the text of a query of PL/pgSQL without its INTO
DO $$
DECLARE r record;
BEGIN
  SELECT *
  INTO r
  FROM missing;
END $$;
DO $$
DECLARE a int; b int;
BEGIN
  SELECT x, y
    INTO STRICT a, b
    FROM missing
    WHERE true;
END $$;
DO $$
DECLARE a int; b int;
BEGIN
  SELECT x, y FROM missing
    INTO a,
    b;
END $$;
DO $$
DECLARE a int;
BEGIN
  SELECT x INTO a FROM missing;
END $$;
DO $$
DECLARE a int[];
BEGIN
  INSERT INTO missing VALUES (1) RETURNING x
  INTO a
  ;
END $$;
DO $$
DECLARE a int[];
BEGIN
  SELECT 1 INTO a[1]
   FROM missing;
END $$;
DO $$
DECLARE r record;
BEGIN
  SELECT 1, 2 -- comment
   INTO r -- other
   FROM missing;
END $$;
DO $$
DECLARE a text;
BEGIN
  EXECUTE 'SELECT 1 FROM missing'
   INTO a;
END $$;
CREATE FUNCTION g() RETURNS int LANGUAGE plpgsql AS $$
DECLARE r record; n int;
BEGIN
  SELECT count(*), 2
    INTO n
  FROM missing m
  WHERE m.x = n;
  RETURN n;
END $$;
SELECT g();
