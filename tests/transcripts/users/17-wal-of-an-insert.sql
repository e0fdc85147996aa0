-- How many bytes of log does it take?
create table w (id int primary key, v text);
insert into w select i, 'v' from generate_series(1, 100) i;
checkpoint;
explain (analyze, wal, costs off, timing off, summary off) insert into w values (101, 'one');
explain (analyze, wal, costs off, timing off, summary off) insert into w values (102, 'two');
explain (analyze, wal, costs off, timing off, summary off) update w set v = 'three' where id = 1;
explain (analyze, wal, costs off, timing off, summary off) update w set v = repeat('x', 3000) where id = 2;
explain (analyze, wal, costs off, timing off, summary off) update w set v = (select string_agg(md5(i::text), '') from generate_series(1, 200) i) where id = 3;
explain (analyze, wal, costs off, timing off, summary off) delete from w where id between 10 and 20;
select pg_current_wal_lsn() as before \gset
insert into w select i, repeat('y', 100) from generate_series(200, 299) i;
select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'before') between 18000 and 26000 as about_21_kb;
create unlogged table u (id int, v text);
explain (analyze, wal, costs off, timing off, summary off) insert into u select i, 'x' from generate_series(1, 100) i;
create temp table tt (id int);
explain (analyze, wal, costs off, timing off, summary off) insert into tt select generate_series(1, 100);
