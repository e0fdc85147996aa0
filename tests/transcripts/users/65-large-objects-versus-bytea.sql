create table files_bytea (id int primary key, name text, content bytea);
create table files_lo (id int primary key, name text, content oid);
insert into files_bytea select 1, 'zeros.bin', decode(repeat('00', 20000), 'hex');
insert into files_bytea select 2, 'noise.bin', string_agg(sha256(i::text::bytea), '') from generate_series(1, 600) i;
select id, name, length(content), pg_column_size(content), md5(content), get_byte(content, 100) from files_bytea order by id;
insert into files_lo select id, name, lo_from_bytea(0, content) from files_bytea;
select f.id, count(*) as pages, sum(length(data)), sum(pg_column_size(data)) as stored, max(pageno)
from files_lo f join pg_largeobject l on l.loid = f.content group by f.id order by f.id;
select id, length(lo_get(content)), md5(lo_get(content)), lo_get(content, 0, 4) from files_lo order by id;
select lo_put(content, 10, '\xcafebabe') from files_lo where id = 1;
select lo_get(content, 8, 8) from files_lo where id = 1;
update files_bytea set content = overlay(content placing '\xcafebabe' from 11) where id = 1;
select substr(content, 9, 8), position('\xcafebabe' in content) from files_bytea where id = 1;
select (select md5(lo_get(content)) from files_lo where id = 1) = (select md5(content) from files_bytea where id = 1) as same;
select lo_get(123456789);
select lo_unlink(content) from files_lo where id = 2;
select lo_unlink(content) from files_lo where id = 2;
select count(*) from pg_largeobject_metadata;
select count(distinct loid) from pg_largeobject;
-- appending to bytea again and again
create table appendlog (id int, b bytea);
alter table appendlog alter b set storage external;
insert into appendlog values (1, '');
do $$ begin for i in 1..20 loop update appendlog set b = b || decode(repeat(lpad(to_hex(i), 2, '0'), 500), 'hex'); end loop; end $$;
select length(b), pg_column_size(b) from appendlog;
select reltoastrelid::regclass as toast from pg_class where relname = 'appendlog' \gset
select pg_relation_size('appendlog') as heap, pg_relation_size(:'toast') as toast, count(*) as live_chunks from :toast;
select n_dead_tup > 0 as some_dead from pg_stat_all_tables where relid = :'toast'::regclass;
vacuum appendlog;
select pg_relation_size(:'toast') as toast;
select set_byte(b, 0, 255) = b as same, set_bit('\x00'::bytea, 0, 1), get_bit('\x01'::bytea, 0), bit_count('\xff01'::bytea) from appendlog;
select encode('\x0001feff', 'base64'), encode('\x0001feff', 'escape'), encode('abc\000'::bytea, 'hex'), convert_from('\xc3a9', 'utf8'), convert_to('é', 'latin1');
select set_byte('\x00', 1, 1);
select convert_from('\xff', 'utf8');
select trim('\x00'::bytea from '\x0000ab00'::bytea), '\xab'::bytea < '\xac'::bytea, reverse('abc'), '\xab' || '\xcd'::bytea;
set bytea_output = escape;
select '\x41420a5cff'::bytea;
reset bytea_output;
drop table files_bytea, files_lo, appendlog;
