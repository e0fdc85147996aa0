-- Updating big documents fills the TOAST table with dead chunks.
create extension if not exists pgstattuple;
create table docs (id int primary key, body text);
alter table docs alter column body set storage external;
insert into docs select i, repeat(chr(64 + i % 26), 5000) from generate_series(1, 100) i;
select relname as toast_table from pg_class where oid = (select reltoastrelid from pg_class where relname = 'docs');
select table_len, tuple_count, dead_tuple_count, dead_tuple_len from pgstattuple('pg_toast.pg_toast_16412');
update docs set body = body || 'x' where id <= 50;
select table_len, tuple_count, dead_tuple_count, dead_tuple_len, free_space from pgstattuple('pg_toast.pg_toast_16412');
update docs set id = id where id > 90;
select table_len, tuple_count, dead_tuple_count from pgstattuple('pg_toast.pg_toast_16412');
vacuum docs;
select table_len, tuple_count, dead_tuple_count, free_space from pgstattuple('pg_toast.pg_toast_16412');
vacuum full docs;
select table_len, tuple_count, dead_tuple_count, free_space from pgstattuple('pg_toast.pg_toast_16412');
select pg_size_pretty(pg_table_size('docs'));
delete from docs where id % 2 = 0;
vacuum (verbose off) docs;
select pg_size_pretty(pg_table_size('docs')), (select count(*) from docs);
