-- FOREACH with variables of the wrong kind; STRICT of EXECUTE.
DO $$ DECLARE x int; BEGIN FOREACH x SLICE 1 IN ARRAY '{1,2}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x int[]; BEGIN FOREACH x IN ARRAY '{1,2}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x int[]; BEGIN FOREACH x SLICE 1 IN ARRAY '{{1,2},{3,4}}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x int; BEGIN FOREACH x SLICE 2 IN ARRAY '{1,2}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x int; BEGIN FOREACH x SLICE 1 IN ARRAY '{}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x text; BEGIN FOREACH x IN ARRAY '{{1,2},{3,4}}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE x text[]; BEGIN FOREACH x SLICE 1 IN ARRAY '{1,2}'::int[] LOOP RAISE NOTICE '%', x; END LOOP; END $$;
DO $$ DECLARE v int; BEGIN EXECUTE 'SELECT g FROM generate_series(1, 2) g' INTO STRICT v; END $$;
DO $$ DECLARE v int; BEGIN EXECUTE 'SELECT g FROM generate_series(1, 0) g' INTO STRICT v; END $$;
DO $$ DECLARE v int; BEGIN SELECT g INTO STRICT v FROM generate_series(1, 2) g; END $$;
DO $$ DECLARE v int; BEGIN EXECUTE 'SELECT g FROM generate_series(1, 2) g' INTO v; RAISE NOTICE '%', v; END $$;
