-- Binary data: sizes, substrings, appending.
create table files (name text primary key, content bytea);
alter table files alter content set storage external;
insert into files values ('zeros', decode(repeat('00', 10000), 'hex'));
insert into files select 'hashes', string_agg(decode(md5(i::text), 'hex'), '' order by i) from generate_series(1, 1000) i;
insert into files values ('tiny', '\xdeadbeef');
select name, length(content), octet_length(content), pg_column_size(content), pg_column_compression(content) from files order by name;
explain (analyze, buffers, costs off, timing off, summary off) select substring(content from 9000 for 4) from files where name = 'hashes';
explain (analyze, buffers, costs off, timing off, summary off) select substring(content from 9000 for 4) from files where name = 'hashes';
explain (analyze, buffers, costs off, timing off, summary off) select md5(content) from files where name = 'hashes';
select substring(content from 9000 for 4), get_byte(content, 5), md5(content) from files where name = 'hashes';
update files set content = content || '\xff' where name = 'hashes';
select length(content), pg_column_size(content) from files where name = 'hashes';
select chunk_seq, length(chunk_data) from pg_toast.pg_toast_16384 where chunk_id = (select max(chunk_id) from pg_toast.pg_toast_16384) order by 1;
alter table files alter content set storage extended;
update files set content = content || '' ;
select name, pg_column_size(content), pg_column_compression(content) from files order by name;
select encode(substring(content, 1, 6), 'base64'), encode(substring(content, 1, 6), 'escape'), encode(substring(content, 1, 6), 'hex') from files where name = 'hashes';
select sha256('abc'::bytea), set_byte('\x0102'::bytea, 1, 255), position('\x02'::bytea in '\x0102'::bytea);
