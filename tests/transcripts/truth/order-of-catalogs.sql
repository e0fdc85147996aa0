-- Rows of the catalog without ORDER BY: in the order of their pages, or of an index.
create table b (id int primary key, t text);
create table a (id int primary key, b_id int references b, u jsonb, check (id > 0), unique (b_id));
create view v as select * from a;
create materialized view m as select * from b;
create type mood as enum ('x', 'y');
create domain pos as int check (value > 0);
create type pair as (a int, b text);
create schema s1;
create schema s0;
create sequence sq;
create table s1.c (a int default 1, b int default 2);
select relname, relkind from pg_class where relnamespace = 'public'::regnamespace;
select conname, contype from pg_constraint where conrelid = 'a'::regclass;
select indexrelid::regclass, indisprimary from pg_index where indrelid = 'a'::regclass;
select nspname from pg_namespace where nspname !~ '^pg';
select typname from pg_type where typnamespace = 2200;
select typname, typtype from pg_type where typtype in ('e', 'd', 'c') and typnamespace = 2200;
select seqrelid::regclass from pg_sequence;
select adrelid::regclass, adnum from pg_attrdef;
alter table a drop constraint a_id_check;
alter table a add constraint c0 check (b_id > 1);
alter table b set (fillfactor = 50);
alter table b alter t set storage external;
alter table a alter u set statistics 100;
alter table s1.c alter a set default 7;
select relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace;
select conname, contype from pg_constraint where conrelid = 'a'::regclass;
select adrelid::regclass, adnum from pg_attrdef;
select attname, attstorage from pg_attribute where attrelid = 'b'::regclass and attnum > 0;
select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relname in ('a', 'b') and a.attnum > 0;
select tablename from pg_tables where schemaname = 'public';
select indexname from pg_indexes where schemaname = 'public';
select table_name from information_schema.tables where table_schema = 'public';
select relname, relpages from pg_class where relname like 'b%';
select relname, relpages from pg_class where oid >= 16384;
select relname, relpages from pg_class where relname in ('m', 'a');
select relname, relpages from pg_class where relname in ('m', 'a', 'b', 'v', 'sq');
select relname, relpages from pg_class where relname = 'b' or oid = (select reltoastrelid from pg_class where relname = 'b');
select relname, relpages from pg_class where relname = 'a' or relname = 'b';
-- An error of the client's encoding ends the transaction.
begin;
\encoding nosuch
select 1;
rollback;
-- psql looks at the letters before a S or a plus only.
\dSELECT v
\d+x v
\d; b
