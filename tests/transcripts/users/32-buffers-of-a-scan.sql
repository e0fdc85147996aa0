-- Reading a table: pages, the cache, and LIMIT.
create extension if not exists pg_buffercache;
create table sc (id int, pad text);
insert into sc select i, repeat('p', 100) from generate_series(1, 10000) i;
vacuum analyze sc;
select relpages, reltuples from pg_class where relname = 'sc';
explain (analyze, buffers, timing off, summary off) select count(*) from sc;
explain (analyze, buffers, timing off, summary off) select count(*) from sc;
explain (analyze, buffers, timing off, summary off) select * from sc limit 10;
explain (analyze, buffers, timing off, summary off) select * from sc where id = 9999;
explain (analyze, buffers, timing off, summary off) select * from sc order by id desc limit 5;
select count(*) from pg_buffercache where relfilenode = pg_relation_filenode('sc') and relforknumber = 0;
select usagecount, count(*) > 0 as some from pg_buffercache where relfilenode = pg_relation_filenode('sc') and relforknumber = 0 group by 1;
select isdirty, count(*) from pg_buffercache where relfilenode = pg_relation_filenode('sc') and relforknumber = 0 group by 1;
checkpoint;
select isdirty, count(*) from pg_buffercache where relfilenode = pg_relation_filenode('sc') and relforknumber = 0 group by 1;
explain (analyze, buffers, costs off, timing off, summary off) update sc set pad = 'q' where id <= 3;
explain (analyze, buffers, costs off, timing off, summary off) delete from sc where id = 9999;
