-- pglz vs lz4: stored size by kind of data
create table kinds (k text primary key, v text);
insert into kinds values
 ('zeros',   repeat('0', 20000)),
 ('words',   (select string_agg((array['the','quick','brown','fox','jumps','over','lazy','dog'])[1 + (i * 7 + i / 8) % 8], ' ') from generate_series(1, 4000) i)),
 ('numbers', (select string_agg(i::text, ',') from generate_series(1, 4000) i)),
 ('hex',     (select string_agg(md5(i::text), '') from generate_series(1, 600) i)),
 ('json',    (select jsonb_agg(jsonb_build_object('id', i, 'name', 'user' || i, 'tags', array['a','b']))::text from generate_series(1, 300) i)),
 ('short',   'hello');
create table pg (k text, v text compression pglz);
create table lz (k text, v text compression lz4);
insert into pg select * from kinds;
insert into lz select k, v || '' from kinds;
create table ext (like kinds);
alter table ext alter v set storage external;
insert into ext select k, v || '' from kinds;
select k.k, length(k.v), pg_column_size(k.v) as dflt, pg_column_size(pg.v) as pglz, pg_column_size(lz.v) as lz4, pg_column_size(ext.v) as external,
       pg_column_compression(pg.v) c1, pg_column_compression(lz.v) c2, pg_column_compression(ext.v) c3
from kinds k join pg using (k) join lz using (k) join ext using (k) order by 1;
select relname, pg_relation_size(oid) as heap, pg_table_size(oid) as with_toast, pg_relation_size(reltoastrelid) as toast from pg_class
where relname in ('kinds', 'pg', 'lz', 'ext') and relkind = 'r' order by 1;
explain (analyze, buffers, costs off, timing off, summary off) select k, length(v) from pg order by k;
explain (analyze, buffers, costs off, timing off, summary off) select k, length(v) from lz order by k;
explain (analyze, buffers, costs off, timing off, summary off) select k, length(v) from ext order by k;
explain (analyze, buffers, costs off, timing off, summary off) select substr(v, 5000, 20) from ext where k = 'hex';
explain (analyze, buffers, costs off, timing off, summary off) select substr(v, 5000, 20) from pg where k = 'hex';
select k, substr(v, 101, 12), md5(v) = md5((select v from lz where lz.k = pg.k)) as same from pg order by k;
update lz set v = v where k = 'words';
insert into pg select k || '2', v from lz;
select k, pg_column_compression(v) from pg where k like '%2' order by k;
insert into pg select k || '3', v || '' from lz where k <> 'short';
select pg_column_compression(v), count(*), sum(pg_column_size(v)) from pg group by 1 order by 1 nulls first;
vacuum full pg;
select pg_column_compression(v), count(*), sum(pg_column_size(v)) from pg group by 1 order by 1 nulls first;
alter table pg alter v set compression lz4, alter v set storage main;
insert into pg select 'main', v from kinds where k = 'words';
insert into pg select 'main2', v from kinds where k = 'hex';
select k, pg_column_size(v), pg_column_compression(v) from pg where k like 'main%' order by k;
alter table pg alter v set compression default;
\d+ pg
create table t (a int compression pglz);
create table t (a text compression gzip);
create table t (a text storage external);
create table t (a text compression lz4 not null default 'x', b varchar(10) compression pglz);
\d+ t
create index on t (a); create index on kinds (v);
insert into t values (repeat('long ', 2000));
insert into t select string_agg(md5(i::text), '') from generate_series(1, 200) i;
drop table kinds, pg, lz, ext, t;
