CREATE OR REPLACE FUNCTION random_string(len integer) RETURNS text AS $$
DECLARE
  chars text[] := '{0,1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z}';
  result text := '';
  i integer := 0;
BEGIN
  IF len < 0 THEN
    RAISE EXCEPTION 'Given length cannot be less than 0';
  END IF;
  FOR i IN 1..len LOOP
    result := result || chars[1+random()*(array_length(chars, 1)-1)];
  END LOOP;
  RETURN result;
END;
$$ LANGUAGE plpgsql;
SELECT random_string(-1);
SELECT length(random_string(100));
CREATE TABLE docs (id serial PRIMARY KEY, body text, n int);
CREATE OR REPLACE PROCEDURE fill(rows int) LANGUAGE plpgsql AS $$
DECLARE
  r int := 0;
BEGIN
  WHILE r < rows LOOP
    r := r + 1;
    INSERT INTO docs(body, n) VALUES (repeat('doc ' || r, 10), r);
    IF r % 10 = 0 THEN
      COMMIT;
    END IF;
  END LOOP;
END $$;
CALL fill(25);
SELECT xmin = lag(xmin::text::xid) over (order by id) same, count(*) FROM docs GROUP BY xmin, id ORDER BY id LIMIT 3;
SELECT count(DISTINCT xmin::text) FROM docs;
CREATE FUNCTION table_sizes() RETURNS TABLE(name text, bytes bigint) AS $$
DECLARE
  rec record;
BEGIN
  FOR rec IN SELECT relname, oid FROM pg_class WHERE relname LIKE 'docs%' ORDER BY relname LOOP
    name := rec.relname;
    bytes := pg_relation_size(rec.oid);
    RETURN NEXT;
  END LOOP;
END $$ LANGUAGE plpgsql;
SELECT * FROM table_sizes();
CREATE FUNCTION evens(n int) RETURNS SETOF int AS $$
BEGIN
  RETURN QUERY SELECT i FROM generate_series(1, n) i WHERE i % 2 = 0;
  RETURN QUERY EXECUTE 'SELECT $1 * 100' USING n;
  RETURN;
END $$ LANGUAGE plpgsql STRICT IMMUTABLE;
SELECT * FROM evens(6);
SELECT evens(4);
CREATE FUNCTION safe_div(a numeric, b numeric) RETURNS numeric AS $$
BEGIN
  RETURN a / b;
EXCEPTION
  WHEN division_by_zero THEN
    RAISE WARNING 'division by zero: % / %', a, b;
    RETURN NULL;
  WHEN OTHERS THEN
    RAISE NOTICE 'other: % %', SQLSTATE, SQLERRM;
    RETURN -1;
END $$ LANGUAGE plpgsql;
SELECT safe_div(1, 2), safe_div(1, 0);
CREATE FUNCTION boom() RETURNS void AS $$
BEGIN
  PERFORM 1/0;
END $$ LANGUAGE plpgsql;
SELECT boom();
DO $$
DECLARE
  cnt int;
  t text;
  arr int[] := ARRAY[1,2,3];
  x int;
BEGIN
  SELECT count(*) INTO cnt FROM docs;
  RAISE NOTICE 'count is %', cnt;
  GET DIAGNOSTICS cnt = ROW_COUNT;
  UPDATE docs SET n = n + 1 WHERE id < 5;
  GET DIAGNOSTICS cnt = ROW_COUNT;
  RAISE INFO 'updated %', cnt;
  FOREACH x IN ARRAY arr LOOP
    CONTINUE WHEN x = 2;
    RAISE NOTICE 'x=%', x;
  END LOOP;
  SELECT body INTO STRICT t FROM docs WHERE id = 1000;
EXCEPTION WHEN no_data_found THEN
  RAISE NOTICE 'nothing there: %', SQLERRM;
END $$;
DO $$ BEGIN RAISE EXCEPTION 'custom % failure', 'big' USING ERRCODE = 'P0002', HINT = 'try less', DETAIL = 'too much'; END $$;
DO $$ DECLARE v int; BEGIN v := 'abc'; END $$;
DO $$ BEGIN INSERT INTO docs(id) VALUES (1); END $$;
DO $$ BEGIN INSERT INTO nope VALUES (1); END $$;
DO $$ BEGIN FOR i IN REVERSE 5..1 BY 2 LOOP RAISE NOTICE '%', i; END LOOP; END $$;
DO $$ DECLARE i int := 0; BEGIN <<outer>> LOOP i := i + 1; EXIT outer WHEN i > 3; CASE i WHEN 1 THEN RAISE NOTICE 'one'; WHEN 2, 3 THEN RAISE NOTICE 'two/three'; ELSE NULL; END CASE; END LOOP; END $$;
\sf boom
DROP FUNCTION boom();
SELECT boom();
\df+ evens
CREATE FUNCTION fact(n int) RETURNS bigint AS $$ BEGIN IF n <= 1 THEN RETURN 1; ELSIF n = 2 THEN RETURN 2; ELSE RETURN n * fact(n-1); END IF; END $$ LANGUAGE plpgsql;
SELECT fact(10);
CREATE FUNCTION noret() RETURNS int AS $$ BEGIN NULL; END $$ LANGUAGE plpgsql;
SELECT noret();
CREATE FUNCTION bad() RETURNS int AS $$ BEGIN RETRN 1; END $$ LANGUAGE plpgsql;
CREATE FUNCTION outp(a int, OUT b int, OUT c text) AS $$ BEGIN b := a * 2; c := 'c' || a; END $$ LANGUAGE plpgsql;
SELECT * FROM outp(4);
SELECT outp(4);
DO $$ DECLARE r docs%ROWTYPE; b docs.body%TYPE; BEGIN SELECT * INTO r FROM docs WHERE id = 3; b := r.body; RAISE NOTICE '% %', r.id, left(b, 10); RAISE NOTICE '%', r; ASSERT r.id = 3, 'oops'; ASSERT false, 'oops'; END $$;
