// SQL, catalogs and psql's lists: the rows of the table of differences, each with its script.
import { shownBy, type RowScripts } from './row-script';

export const SQL_ROWS: RowScripts = {
  column_storage: shownBy(`CREATE TABLE t (id int, a text STORAGE EXTERNAL);
SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0;`),
  chunk_id_function: shownBy(`CREATE TABLE t (a text);
ALTER TABLE t ALTER a SET STORAGE EXTERNAL;
INSERT INTO t VALUES (repeat('x', 5000));
SELECT pg_column_toast_chunk_id(a) FROM t;`),
  not_null_constraints: shownBy(`CREATE TABLE t (id int, a text NOT NULL);
SELECT conname, contype FROM pg_constraint WHERE conrelid = 't'::regclass;`),
  statistics_target_null: shownBy(`CREATE TABLE t (id int);
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0;`),
  view_rule_tables: shownBy(`CREATE TABLE t (id int, a text);
CREATE VIEW v AS SELECT id, a FROM t;
SELECT pg_get_viewdef('v');`),
  size_units: shownBy(`SELECT pg_size_bytes('1 cm');`),
  reset_targets: shownBy(`SELECT pg_stat_reset_shared('all of it');`),
  json_functions_quoted: shownBy(`SELECT quote_ident('json_array');`),
  power_scale: shownBy('SELECT 10.0 ^ 20 AS a, 0.1 ^ 30 AS b, 3.14 ^ 2 AS c;'),
  null_keys_named: shownBy('SELECT json_build_object(NULL, 1);'),
  null_from_jsonb: shownBy(`SELECT ('{"a": null}'::jsonb -> 'a')::int AS a;`),
  path_variables_required: shownBy(`SELECT '1'::jsonb @@ '$ > $low';`),
  path_arguments_named: shownBy(`SELECT jsonb_path_query('"x"', '$.double()');`),
  interval_fields_checked: shownBy('SELECT make_interval(years => 178956971);'),
  infinite_intervals: shownBy(`SELECT timestamp 'infinity' - timestamp 'infinity';`),
  unit_of_infinity_checked: shownBy(`SELECT date_trunc('nothing', timestamp 'infinity');`),
  temporary_schema: shownBy(`CREATE TEMPORARY TABLE t (id int);
SELECT relnamespace::regnamespace FROM pg_class WHERE relname = 't';`),
  lists_named: shownBy(`CREATE TABLE t (id int);
\\dt`),
  database_columns: shownBy('\\l'),
  function_columns: shownBy(`CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT 2 * $1';
\\df+ twice`),
  memberships_listed: shownBy('\\du'),
  default_versions_listed: shownBy('\\dx'),
  extension_versions: shownBy(`SELECT name, default_version FROM pg_available_extensions
  WHERE name IN ('pageinspect', 'pg_walinspect', 'pg_buffercache') ORDER BY name;`),
  copy_options_named: shownBy(`CREATE TABLE t (id int);
COPY t TO STDOUT (QUOTE 'x');`),
  failed_copies_skipped: shownBy(`COPY nosuch FROM STDIN;
\\.
SELECT 1 AS next;`),
  failed_use_sets_error: shownBy(`SELECT 1 WHERE false \\gset
\\echo :ERROR`),
  labelled_dates: shownBy(`SELECT 'y2001m02d04'::date;`),
  interval_style: shownBy(`SET intervalstyle = 'short';`),
  date_style: shownBy(`SELECT '2024-13-01'::date;`),
  server_version: shownBy('SHOW server_version;'),
  server_version_num: shownBy('SHOW server_version_num;'),
  compiled: shownBy('SELECT version();'),
  tablespace_folder: {
    unseen: 'Tablespaces are not modelled: the name stands in messages of the log alone.',
  },
  first_xid: shownBy('SELECT pg_current_xact_id();'),
  using_condition_first: shownBy(`CREATE TYPE mood AS ENUM ('glad');
CREATE TABLE a (m text);
CREATE TABLE b (m mood);
SELECT * FROM a NATURAL JOIN b;`),
  unconverted_kept: shownBy(`CREATE TABLE t (a text);
INSERT INTO t VALUES ('short');
SELECT pg_column_size(convert_to(a, 'UTF8')) FROM t;`),
  path_string_open: shownBy(`SELECT '"open'::jsonpath;`),
  path_conversions: { unseen: 'The methods are not modelled: they are refused by name.' },
  number_forms: shownBy('SELECT 0x1F, 1_000;'),
  entries_in_detail: shownBy('SELECT * FROM (SELECT 1 AS a) x, (SELECT x.a) y;'),
  sub_queries_unnamed: shownBy('SELECT count(*) FROM (VALUES (1), (2));'),
  copy_forces_all: shownBy(`CREATE TABLE t (a text);
COPY t TO STDOUT (FORMAT csv, FORCE_NULL *);`),
  copy_end_sent: shownBy(`CREATE TABLE t (a text);
COPY t FROM stdin (FORMAT csv);
"never ends
\\.
SELECT * FROM t;`),
  cluster_options_alone: shownBy('CLUSTER (VERBOSE);'),
  virtual_columns: shownBy(`CREATE TABLE t (a int);
ALTER TABLE t ALTER a DROP EXPRESSION;`),
  merge_returning: shownBy(`CREATE FUNCTION f() RETURNS int LANGUAGE sql AS '';`),
  growth_counted_as_read: shownBy(`CREATE TABLE t (id int);
INSERT INTO t SELECT generate_series(1, 5000);
SELECT pg_stat_force_next_flush();
SELECT heap_blks_read FROM pg_statio_user_tables WHERE relname = 't';`),
  set_expression: shownBy(`CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a * 2) STORED);
INSERT INTO t VALUES (1);
ALTER TABLE t ALTER b SET EXPRESSION AS (a * 3);
SELECT * FROM t;`),
  foreign_key_sides: shownBy(`CREATE TABLE p (id int PRIMARY KEY);
CREATE TABLE c (p text REFERENCES p);`),
  names_of_types_checked: shownBy('DO $$ DECLARE v nosuch%TYPE; BEGIN END $$;'),
  bound_cursors_unnamed: shownBy(
    `DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c; RAISE NOTICE '%', c; END $$;`,
  ),
  source_name_ends: shownBy(`CREATE VIEW v AS SELECT 1 AS a;
\\sv v;`),
  control_file_named: shownBy('CREATE EXTENSION nosuch;'),
  header_width_set: shownBy('\\pset xheader_width full'),
  json_words: shownBy('CREATE TABLE t (format json);'),
  opened_kind_in_message: shownBy(`CREATE TABLE t (id int PRIMARY KEY);
SELECT * FROM t_pkey;`),
  xids_checked: shownBy(`SELECT 'x'::xid;`),
  lists_expand: shownBy(`CREATE TABLE t (a int);
\\dtx t`),
  lists_show_null: shownBy(`\\pset null x
CREATE TABLE t (a int);
\\dt+ t`),
  hinted_setting_quoted: shownBy(`BEGIN;
PREPARE TRANSACTION 'x';`),
  ranges_with_units: shownBy(`SET work_mem = '1kB';`),
  string_limit_named: shownBy(`SELECT length(format('%2000000000s', 'x'));`),
  returned_columns_named: shownBy(`CREATE TABLE t (id int, v text);
CREATE FUNCTION many() RETURNS SETOF t LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT (1, 'q'); END $$;
SELECT * FROM many();`),
  expression_name: shownBy(
    `DO $$ DECLARE i int; BEGIN i := 1; IF (SELECT 1 / (i - 1)) > 0 THEN i := 2; END IF; END $$;`,
  ),
  buckets_kept_between: shownBy(
    `SELECT width_bucket(0::float8, -1.5e308::float8, 1.5e308::float8, 10);`,
  ),
  extensions_took: shownBy(`DO $$ BEGIN
  FOR i IN 1..13 LOOP EXECUTE 'CREATE TABLE t' || i || ' ()'; END LOOP;
END $$;
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
SELECT 'f()'::regprocedure::oid;`),
  arguments_planned: shownBy(`CREATE TABLE t (v text);
INSERT INTO t VALUES (repeat('a', 5000));
CREATE FUNCTION stored(text) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_column_size($1) FROM t';
SELECT stored(v) FROM t;`),
  parameters_placed: shownBy(
    `CREATE FUNCTION twice(a int, a int) RETURNS int LANGUAGE sql AS 'SELECT 2';`,
  ),
  cursor_arrows: shownBy(`DO $$ DECLARE c CURSOR (low int) FOR SELECT low; i int;
BEGIN OPEN c(low => 5); FETCH c INTO i; RAISE NOTICE '%', i; END $$;`),
  sequence_kind_in_message: shownBy(`CREATE TABLE t (id int);
SELECT nextval('t');`),
  identity_nothing_known: shownBy(`CREATE TABLE t (id int);
ALTER TABLE t REPLICA IDENTITY NOTHING;
\\d+ t`),
  missing_schema_named: shownBy(`SELECT 'nosch.x'::regclass;`),
  qualified_targets_hinted: shownBy(`CREATE TABLE t (a int);
UPDATE t SET t.a = 1;`),
  restrict_named: shownBy(`CREATE TABLE t (a int PRIMARY KEY);
CREATE TABLE r (a int REFERENCES t ON DELETE RESTRICT);
INSERT INTO t VALUES (1);
INSERT INTO r VALUES (1);
DELETE FROM t;`),
  matviews_copied: shownBy(`CREATE MATERIALIZED VIEW m AS SELECT 1 AS a;
COPY m TO STDOUT;`),
  table_privileges: shownBy(`CREATE TABLE t (a int);
SELECT has_table_privilege('t', 'MAINTAIN');`),
  missing_objects_allowed: shownBy(`SELECT has_schema_privilege(99999, 'USAGE');`),
  unknown_databases_refused: shownBy(`SELECT pg_database_size(99999);`),
  json_is_keyword: shownBy(`SELECT '{"a": 1}'::json(1);`),
  ties_located: shownBy(`SELECT 1 FETCH FIRST 1 ROW WITH TIES;`),
  like_needs_collation: shownBy(
    `CREATE TABLE t (a text, b boolean GENERATED ALWAYS AS ('x' LIKE 'y') STORED);`,
  ),
  domain_not_nulls_kept: shownBy(`CREATE DOMAIN filled AS int NOT NULL;
CREATE TABLE t (a filled);
SELECT 't'::regclass::oid;`),
  values_fill_rule: shownBy(`\\x
\\pset border 2
SELECT 1 AS a;`),
  interval_weeks: shownBy(`SELECT extract(quarter FROM interval '-16 months');`),
  transaction_not_reset: shownBy(`BEGIN ISOLATION LEVEL REPEATABLE READ;
RESET transaction_isolation;
SHOW transaction_isolation;
ROLLBACK;`),
  read_only_large_objects: shownBy(`BEGIN READ ONLY;
SELECT lo_create(4711);
ROLLBACK;`),
  generated_apart:
    shownBy(`CREATE TABLE t (id int PRIMARY KEY, n int, a text, g text GENERATED ALWAYS AS (repeat(a, 100)) STORED);
ALTER TABLE t ALTER g SET STORAGE EXTERNAL;
INSERT INTO t (id, n, a) SELECT i, 0, md5(i::text) FROM generate_series(1, 10) i;
EXPLAIN (ANALYZE, WAL, BUFFERS OFF, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO t (id, n, a) SELECT i, 1, 'b' FROM generate_series(1, 10) i ON CONFLICT (id) DO UPDATE SET n = excluded.n;
SELECT count(*), count(DISTINCT chunk_id) FROM pg_toast.pg_toast_16384;
SELECT pg_relation_size('pg_toast.pg_toast_16384');`),
  labels_of_new_enums_safe: shownBy(`BEGIN;
CREATE TYPE mood AS ENUM ('glad');
ALTER TYPE mood ADD VALUE 'sad';
SELECT 'sad'::mood;
ROLLBACK;`),
  processes: shownBy(`SELECT backend_type, wait_event FROM pg_stat_activity;`),
  domain_checks_sorted:
    shownBy(`CREATE DOMAIN tens AS int CHECK (VALUE > 0) CONSTRAINT a CHECK (VALUE % 10 = 0);
\\dD`),
  invalid_locale: shownBy(`CREATE DATABASE d LC_COLLATE 'fr_FR.UTF-8' TEMPLATE template0;`),
};
