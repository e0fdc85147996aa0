-- A view with security_barrier checks its own condition before any that may tell what it hides.
create table t (n int, secret text, price numeric, d date, u uuid);
insert into t select i, 'Truc ' || i, i / 2.0, date '2024-01-01' + i, md5(i::text)::uuid from generate_series(1, 10) i;
create function f_leak(text) returns bool cost 0.0000001 language plpgsql
  as $$ begin raise notice 'Secret is: %', $1; return true; end $$;
create function f_safe(text) returns bool leakproof cost 0.0000001 language plpgsql
  as $$ begin raise notice 'Secret is: %', $1; return true; end $$;
create view v as select * from t where n % 2 = 1;
create view vb with (security_barrier) as select * from t where n % 2 = 1;
select n from v where f_leak(secret) and n < 4;
select n from vb where f_leak(secret) and n < 4;
select n from vb where f_safe(secret) and n < 3;
explain select * from v where f_leak(secret) and n < 4;
explain select * from vb where f_leak(secret) and n < 4;
explain select * from vb where f_safe(secret) and n < 4;
explain (verbose) select n from vb where length(secret) > 3 and n = 3;
explain select a.n from vb a join t b on a.n = b.n where b.n < 3;
explain select a.n from t b left join vb a on a.n = b.n;
explain select count(*) from vb;
explain select * from vb order by n limit 1;
-- Comparisons tell nothing, but for those of numeric; LIKE, arithmetic and most functions may.
explain (costs off) select * from vb where secret like 'a%';
explain (costs off) select * from vb where secret = 'a' or n = 2;
explain (costs off) select * from vb where secret in ('a', 'b') and n = any (array[1, 2]);
explain (costs off) select * from vb where price > 3;
explain (costs off) select * from vb where n::bigint = 3 and n::float8 < 4;
explain (costs off) select * from vb where n::smallint = 3;
explain (costs off) select * from vb where n::numeric is null;
explain (costs off) select * from vb where n + 1 = 3;
explain (costs off) select * from vb where d = '2024-01-03' and u is not null;
explain (costs off) select * from vb where d = timestamp '2024-01-03';
explain (costs off) select * from vb where n::text is null;
explain (costs off) select * from vb where md5(secret) is null;
explain (costs off) select * from vb where starts_with(secret, 'T');
explain (costs off) select * from vb where secret ^@ 'T' and f_leak('x');
explain (costs off) select * from vb where array[n] = array[1];
explain (costs off) select * from vb where (n, d) = (1, '2024-01-02') and n is distinct from 4;
explain (costs off) select * from vb where coalesce(n, 1) = 3 and case when n = 1 then true else n = 2 end;
-- The option comes and goes.
alter view vb set (security_barrier = off);
explain (costs off) select * from vb where secret like 'a%';
alter view v set (security_barrier = yes);
explain (costs off) select * from v where secret like 'a%';
alter view v reset (security_barrier);
explain (costs off) select * from v where secret like 'a%';
create view va with (security_barrier) as select n from t union all select n + 1 from t;
explain (costs off) select * from va where n::text like '1%';
create view vg with (security_barrier) as select n, count(*) as c from t group by n;
explain (costs off) select * from vg where n = 1 and n::text like '1%' and c > 0;
create view vv as select * from v where n > 2;
alter view v set (security_barrier);
explain (costs off) select * from vv where secret like 'a%' and n < 9;
\d+ v
