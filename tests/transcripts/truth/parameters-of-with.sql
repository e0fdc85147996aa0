-- A WITH query that is computed once gets its parameter after those within it.
create table u (n int primary key, b int);
insert into u select i, i % 7 from generate_series(1, 50) i;
analyze u;
explain (costs off) with x as materialized (select * from u where b = (select 3)) select * from x where n = (select count(*) from x);
explain (costs off) with x as materialized (select * from u where b = (select 3)), y as materialized (select * from x where n > (select min(n) from x)) select * from y where n < (select 40);
explain (costs off) with recursive r(n) as (select 1 union all select n + 1 from r where n < (select max(b) from u)) select * from r where n = (select 3);
explain (costs off) select * from u where n = (with y as materialized (select max(b) m from u where b < (select 2)) select m from y where m > (select 1));
explain (costs off) with d as (delete from u where b = (select 1) returning n) select * from d where n > (select 4);
explain (costs off) select (with z as materialized (select b + u.b as s from u u2 where u2.n = u.n) select max(s) from z) from u where n = (select 7);
