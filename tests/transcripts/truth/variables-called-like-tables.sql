-- A variable that is called like a table, or a record like an alias, makes a reference ambiguous.
CREATE TABLE acc (id int, bal int);
INSERT INTO acc VALUES (1, 2);
DO $$ DECLARE acc int := 3; n int; BEGIN SELECT id INTO n FROM acc WHERE id = acc; RAISE NOTICE '%', n; END $$;
DO $$ DECLARE acc int := 3; n int; BEGIN SELECT count(*) INTO n FROM acc; RAISE NOTICE '%', n; END $$;
DO $$ DECLARE r record; n int; BEGIN SELECT 5 AS id INTO r; SELECT r.id INTO n FROM acc r; RAISE NOTICE '%', n; END $$;
DO $$ DECLARE r record; n int; BEGIN SELECT 5 AS z INTO r; SELECT r.id INTO n FROM acc r; RAISE NOTICE '%', n; END $$;
DO $$ DECLARE r acc; BEGIN SELECT a.* INTO r FROM acc a; RAISE NOTICE '% %', r, (SELECT r FROM acc a); UPDATE acc SET bal = r.bal + 1 RETURNING acc.* INTO r; RAISE NOTICE '%', r; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT acc FROM acc LOOP RAISE NOTICE '%', r; END LOOP; FOR r IN SELECT r.id FROM acc r LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ <<b>> DECLARE id int := 1; n int; BEGIN SELECT acc.id + b.id INTO n FROM acc WHERE acc.id = b.id; RAISE NOTICE '%', n; SELECT b.id INTO n FROM acc b; RAISE NOTICE '%', n; END $$;
