-- The file of a temporary table has the number of the session's temporary schema.
create temp table m (i int primary key, t text);
select regexp_replace(pg_relation_filepath('m'), '_\d+$', ''), relnamespace::regnamespace from pg_class where relname = 'm';
select regexp_replace(pg_relation_filepath('m_pkey'), '_\d+$', '');
select regexp_replace(pg_relation_filepath(reltoastrelid), '_\d+$', '') from pg_class where relname = 'm';
create table n (i int);
select regexp_replace(pg_relation_filepath('n'), '\d+$', '');
