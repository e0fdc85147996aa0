create table t (n int);
insert into t select i % 7 from generate_series(1,100) i;
analyze t;
select n, count(*) from t group by n;
explain (analyze, costs off, timing off, summary off) select n, count(*) from t group by n;
select distinct n from t;
