-- Catalogs' TOAST tables, comments that initdb makes, the role after RESET, separators of a zero byte.
\d pg_toast.pg_toast_1255
\d pg_toast.pg_toast_1255_index
\d+ pg_toast.pg_toast_2619
SELECT attname, atttypid::regtype, attnum, attstorage, attnotnull FROM pg_attribute WHERE attrelid = 'pg_toast.pg_toast_2618'::regclass ORDER BY attnum;
SELECT relname, relnatts, relkind, relchecks FROM pg_class WHERE relname IN ('pg_toast_2618', 'pg_toast_2618_index') ORDER BY 1;
SELECT pg_get_indexdef('pg_toast.pg_toast_2618_index'::regclass);
SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database ORDER BY 1;
COMMENT ON DATABASE postgres IS 'mine';
SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = 'postgres';
COMMENT ON DATABASE postgres IS NULL;
SELECT shobj_description(oid, 'pg_database') IS NULL AS gone FROM pg_database WHERE datname = 'postgres';
SHOW role; SET ROLE postgres; SHOW role; RESET ROLE; SHOW role; SET ROLE NONE; SHOW role;
SET ROLE postgres; SELECT current_setting('role'); SET role TO DEFAULT; SELECT current_setting('role');
BEGIN; SET LOCAL ROLE postgres; SHOW role; COMMIT; SHOW role;
SET SESSION AUTHORIZATION postgres; RESET SESSION AUTHORIZATION; SHOW session_authorization;
\pset fieldsep_zero
\pset recordsep_zero
\pset
\pset fieldsep '|'
\pset recordsep '\n'
CREATE TABLE v (a int PRIMARY KEY);
SELECT pg_truncate_visibility_map('v_pkey');
SELECT age('3'::xid) AS x \gset
SELECT pg_truncate_visibility_map('v');
SELECT pg_truncate_visibility_map('v_pkey');
SELECT age('3'::xid) - :x AS taken;
SHOW SEED; SHOW Role; SHOW IS_SUPERUSER; SHOW session authorization;
SELECT current_setting('is_superuser'), current_setting('SEED'), current_setting('session_authorization'), current_setting('Role', true);
SELECT set_config('role', 'postgres', true), set_config('seed', '0.5', false), set_config('session_authorization', 'postgres', false);
SELECT set_config('is_superuser', 'off', false);
SET is_superuser = off;
RESET is_superuser;
SELECT set_config('role', 'nosuch', true);
SET seed = 2;
SET seed TO DEFAULT; RESET seed;
SELECT random() < 1;
SELECT name FROM pg_settings WHERE name IN ('role', 'seed', 'is_superuser', 'session_authorization');
SHOW transaction isolation level; SHOW time zone; SHOW TIMEZONE;
