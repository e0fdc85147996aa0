-- pglz beside lz4, column by column.
create table compression_test (name text, text_pglz text compression pglz, text_lz4 text compression lz4);
\d+ compression_test
insert into compression_test
select 'digits ' || n, string_agg(((i * 7919) % 10)::text, '' order by i), string_agg(((i * 7919) % 10)::text, '' order by i)
from unnest(array[5, 505, 1005, 1505, 3005, 9005]) n, generate_series(1, n) i group by n;
insert into compression_test values ('words', repeat('the quick brown fox jumps over the lazy dog ', 200), repeat('the quick brown fox jumps over the lazy dog ', 200));
insert into compression_test select 'hashes', string_agg(md5(i::text), ''), string_agg(md5(i::text), '') from generate_series(1, 200) i;
select name, length(text_pglz) as characters,
       pg_column_compression(text_pglz) as pglz, pg_column_size(text_pglz) as pglz_size,
       pg_column_compression(text_lz4) as lz4, pg_column_size(text_lz4) as lz4_size,
       round(length(text_pglz)::numeric / pg_column_size(text_pglz), 2) as ratio
from compression_test order by 2, 1;
show default_toast_compression;
set default_toast_compression = 'lz4';
create table later (t text);
insert into later values (repeat('abc', 3000));
select pg_column_compression(t), pg_column_size(t) from later;
alter table later alter t set compression pglz;
insert into later select t from later;
insert into later select t || '' from later limit 1;
select pg_column_compression(t), pg_column_size(t) from later;
vacuum full later;
select pg_column_compression(t), pg_column_size(t) from later;
