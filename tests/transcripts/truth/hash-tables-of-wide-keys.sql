create table t (id int, v text);
alter table t alter v set storage plain;
insert into t select i, repeat(chr(97 + i % 26), 40 * (1 + i * 7919 % 60)) from generate_series(1, 400) i;
set max_parallel_workers_per_gather = 0;
set enable_sort = off;
do $$ declare n int; l text; begin
  foreach n in array array[1,2,3,5,7,9,10,12,15,20,25,30,40,50,60,80,100,150,200,300,400] loop
    for l in execute format('explain (analyze, costs off, timing off, summary off) select v, count(*) from t where id <= %s group by v', n) loop
      if l like '%Memory%' then raise notice '% %', n, trim(l); end if;
    end loop;
    for l in execute format('explain (analyze, costs off, timing off, summary off) select v, max(v), sum(id::numeric) from t where id > %s group by v', n) loop
      if l like '%Memory%' then raise notice '% %', n, trim(l); end if;
    end loop;
    for l in execute format('explain (analyze, costs off, timing off, summary off) select distinct v from t where id <= %s', n * 2) loop
      if l like '%Memory%' then raise notice '% %', n, trim(l); end if;
    end loop;
    for l in execute format('explain (analyze, costs off, timing off, summary off) select id, v, count(*) from t where id <= %s group by id, v', n) loop
      if l like '%Memory%' then raise notice '% %', n, trim(l); end if;
    end loop;
  end loop;
end $$;
