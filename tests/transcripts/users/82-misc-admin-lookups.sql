select current_database(), current_schema, current_user, session_user;
select version() like 'PostgreSQL 15%' as pg15, current_setting('server_version_num')::int / 10000 as major;
show shared_buffers; show data_checksums; show default_toast_compression; show work_mem; show max_connections;
select name, setting, unit, vartype, context, boot_val from pg_settings where name in ('block_size', 'wal_block_size', 'segment_size', 'wal_segment_size', 'shared_buffers', 'default_toast_compression') order by name;
create table admin_demo (id int primary key, t text, n numeric);
comment on table admin_demo is 'a demo';
comment on column admin_demo.t is 'some text';
insert into admin_demo select i, repeat('t', 5000), i from generate_series(1, 20) i;
\dt+
\d+ admin_demo
select obj_description('admin_demo'::regclass), col_description('admin_demo'::regclass, 2);
select pg_relation_filepath('admin_demo') ~ '^base/[0-9]+/[0-9]+$' as path_ok, pg_relation_filenode('admin_demo') = relfilenode as same from pg_class where relname = 'admin_demo';
select relname, relkind, relhasindex, relnatts, relchecks, reltoastrelid > 0 as toast, relpersistence, relreplident, relispartition from pg_class where relname like 'admin_demo%' order by 1;
select c.relname = 'pg_toast_' || m.oid as named_so, c.relkind, c.relnamespace::regnamespace, c.relpages from pg_class c join pg_class m on m.reltoastrelid = c.oid where m.relname = 'admin_demo';
select schemaname, tablename, tableowner, hasindexes, hastriggers from pg_tables where tablename = 'admin_demo';
select table_name, column_name, ordinal_position, is_nullable, data_type, character_maximum_length, numeric_precision from information_schema.columns where table_name = 'admin_demo' order by 3;
select amname, amtype from pg_am order by 1;
select extname, extversion from pg_extension order by 1;
select oid::regtype, typlen, typtype, typcategory from pg_type where typname in ('int4', 'text', 'jsonb') order by oid;
select to_regclass('admin_demo'), to_regclass('nope'), 'admin_demo'::regclass::text, to_regtype('int'), 'numeric(10,2)'::regtype;
select 'nope'::regclass;
select pg_typeof(1), pg_typeof('a'), pg_typeof(1.5), pg_typeof(now()), pg_typeof(array[1]), pg_typeof(null), pg_typeof(row(1, 'a')), pg_typeof('{}'::jsonb -> 'a');
select count(*) > 100 as many from pg_proc;
select proname, prorettype::regtype from pg_proc where proname in ('pg_column_size', 'pg_size_pretty') order by 1, 2;
select locktype, mode from pg_locks where relation = 'admin_demo'::regclass;
select pid = pg_backend_pid() as me, state, query like 'select pid%' as this from pg_stat_activity where pid = pg_backend_pid();
select pg_stat_reset(); select pg_sleep(0.01);
\dn+
\df toast_*
\l nosuch
\du nosuch
\dx
\dT+ nosuch
\x
select relname, relpages, reltuples from pg_class where relname = 'admin_demo';
\x
\pset tuples_only
select 1 as a;
\pset tuples_only
\timing off
\conninfo_typo
\copy admin_demo (id, t) from stdin
drop table admin_demo;
