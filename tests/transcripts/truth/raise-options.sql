-- Options of RAISE, each given once, and assertions that are not checked.
DO $$ BEGIN RAISE NOTICE 'x' USING HINT = 'a', HINT = 'b'; END $$;
DO $$ BEGIN RAISE NOTICE 'x' USING MESSAGE = 'a'; END $$;
DO $$ BEGIN RAISE division_by_zero USING ERRCODE = '22012'; END $$;
DO $$ BEGIN RAISE USING MESSAGE = 'a', MESSAGE = 'b'; END $$;
DO $$ BEGIN RAISE SQLSTATE '22012' USING MESSAGE = 'a'; END $$;
DO $$ BEGIN RAISE NOTICE 'x %', 1, 2; END $$;
DO $$ BEGIN RAISE NOTICE 'x % %', 1; END $$;
DO $$ BEGIN RAISE NOTICE USING DETAIL = NULL; END $$;
SET plpgsql.check_asserts = off;
DO $$ BEGIN ASSERT false, 'never'; RAISE NOTICE 'went on'; END $$;
SET plpgsql.check_asserts = on;
DO $$ BEGIN ASSERT false, 'always'; END $$;
DO $$ BEGIN ASSERT NULL; END $$;
SHOW plpgsql.check_asserts;
DO $$ BEGIN RAISE NOTICE USING HINT = $h$a$h$; END $$;
DO $$ BEGIN RAISE division_by_zero; END $$;
DO $$ BEGIN RAISE division_by_zero USING MESSAGE = $m$own$m$; END $$;
DO $$ BEGIN RAISE USING ERRCODE = $c$unique_violation$c$; END $$;
