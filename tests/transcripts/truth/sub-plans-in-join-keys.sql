-- A sub-plan in the key of a join stands below the join or below its Hash; one in the columns of a scan that has not run yet
-- stands nowhere.
create table t (n int, b int);
create table u (n int, b int);
insert into t select i % 10, i from generate_series(1, 100) i;
insert into u select i % 7, i from generate_series(1, 50) i;
analyze t; analyze u;
explain (costs off) select * from t join u on u.b = (select max(b) from u x where x.n = t.n);
explain (costs off) select * from t join u on t.b = (select max(b) from u x where x.n = u.n);
explain (costs off) select * from t join u on (select min(b) from t x where x.n = t.n) = (select max(b) from u x where x.n = u.n);
explain (costs off) select * from t join u on t.n = u.n and u.b = (select max(b) from u x where x.n = t.n) and t.b > (select count(*) from u x where x.n = u.b);
explain (costs off) select * from t left join u on u.b = (select max(b) from u x where x.n = t.n);
explain (costs off) select * from t where t.n in (select n from u where u.b = (select max(b) from u x where x.n = u.n));
set enable_hashjoin = off;
explain (costs off) select * from t join u on u.b = (select max(b) from u x where x.n = t.n);
set enable_mergejoin = off;
explain (costs off) select * from t join u on u.b = (select max(b) from u x where x.n = t.n);
reset enable_hashjoin; reset enable_mergejoin;
explain (analyze, costs off, timing off, summary off, buffers off) select * from t join u on u.b = (select max(b) from u x where x.n = t.n);
explain (costs off, format yaml) select * from t join u on t.b = (select max(b) from u x where x.n = u.n);
explain (costs off) with recursive r(n) as (select 1 union all select (select max(b)::int from u where u.n = r.n) from r where n < 5) select * from r;
explain (costs off) with recursive r(n) as (select 1 union all select n + 1 from r where n < (select count(*) from u where u.n = r.n)) select * from r;
explain (analyze, costs off, timing off, summary off, buffers off) with recursive r(n) as (select 1 union all select (select max(b)::int from u where u.n = r.n) from r where n < 5) select * from r;
explain (costs off) select * from t where ctid = (select min(ctid) from u where u.n = 3);
explain (costs off) select * from t order by (select max(b) from u where u.n = t.n) limit 3;
explain (costs off) select n, count(*) from t group by n having count(*) > (select max(b) from u where u.n = t.n);
explain (costs off) select (select max(b) from u where u.n = t.n), count(*) from t group by 1;
explain (costs off) select distinct (select max(b) from u where u.n = t.n) from t;
