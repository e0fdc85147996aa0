-- CLUSTER and correlation.
create table cl (id int, k int, v text);
insert into cl select i, (i * 7919) % 3001, 'v' || i from generate_series(1, 3000) i;
create index cl_k on cl (k);
analyze cl;
select attname, correlation between -0.1 and 0.1 as scattered from pg_stats where tablename = 'cl' and attname = 'k';
explain (analyze, buffers, costs off, timing off, summary off) select count(v) from cl where k between 100 and 150;
explain (analyze, buffers, costs off, timing off, summary off) select count(v) from cl where k between 100 and 150;
cluster cl using cl_k;
analyze cl;
select attname, correlation from pg_stats where tablename = 'cl' and attname = 'k';
explain (analyze, buffers, costs off, timing off, summary off) select count(v) from cl where k between 100 and 150;
explain (analyze, buffers, costs off, timing off, summary off) select count(v) from cl where k between 100 and 150;
select ctid, k from cl limit 3;
insert into cl values (9999, 0, 'not in place');
select ctid <> '(0,1)' as at_the_end from cl where id = 9999;
cluster cl;
select ctid, k, id from cl where k = 0;
select indisclustered from pg_index where indexrelid = 'cl_k'::regclass;
\d cl
