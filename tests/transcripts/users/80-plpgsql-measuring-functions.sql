create or replace function toast_info(t regclass) returns table (col name, strategy text, compression text, in_line bigint, out_of_line bigint)
language plpgsql stable as $$
declare a record;
begin
  for a in select attname, attstorage, attcompression from pg_attribute where attrelid = t and attnum > 0 and not attisdropped and attlen = -1 order by attnum loop
    col := a.attname;
    strategy := case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end;
    compression := coalesce(nullif(a.attcompression::text, ''), 'default');
    execute format('select count(*) filter (where pg_column_size(%1$I) <= 2000), count(*) filter (where pg_column_size(%1$I) > 2000) from %2$s', a.attname, t)
      into in_line, out_of_line;
    return next;
  end loop;
  if not found then
    raise warning 'table % has no variable-length column', t;
  end if;
end $$;
create table demo (id int, a text, b bytea, c jsonb, d varchar(20));
insert into demo select i, repeat('a', i * 100), decode(repeat('ab', i * 60), 'hex'), jsonb_build_object('k', repeat('c', i)), 'd' || i from generate_series(1, 100) i;
alter table demo alter a set storage external;
update demo set a = a || '.';
select * from toast_info('demo');
create table ints (i int);
select * from toast_info('ints');
select * from toast_info('nosuch');
create function bytes_of(variadic t regclass[]) returns bigint language sql as $$ select sum(pg_total_relation_size(x))::bigint from unnest(t) x $$;
select bytes_of('demo', 'ints') - bytes_of('demo') as ints_total;
create procedure churn(n int, inout rows_done int default 0) language plpgsql as $$
begin
  for i in 1..n loop
    update demo set d = 'u' || i where id <= 10;
    get diagnostics rows_done = row_count;
    if i % 2 = 0 then commit; end if;
  end loop;
end $$;
call churn(5);
call churn(1, 7);
begin; call churn(4); rollback;
select pg_relation_size('demo') > 0 as some, (select count(*) from heap_page_items(get_raw_page('demo', 0))) as items;
create function safe_size(t text) returns text language plpgsql as $$
begin
  return pg_size_pretty(pg_total_relation_size(t::regclass));
exception
  when undefined_table then return 'no such table: ' || sqlerrm;
  when others then return sqlstate || ': ' || sqlerrm;
end $$;
select safe_size('demo'), safe_size('nope'), safe_size('a.b.c.d'), safe_size('');
create function fact(n int) returns numeric language plpgsql as $$ begin if n < 2 then return 1; end if; return n * fact(n - 1); end $$;
select n, fact(n), pg_column_size(fact(n)) from unnest(array[5, 20, 50]) n;
do $$ declare m text; d text; h text; c text; begin
  insert into demo (id, d) values (1, repeat('x', 21));
exception when others then
  get stacked diagnostics m = message_text, d = pg_exception_detail, h = pg_exception_hint, c = returned_sqlstate;
  raise notice '% | % | % | %', m, d, h, c;
end $$;
do $$ declare arr int[] := '{}'; begin for i in 1..5 loop arr := arr || i * i; end loop; raise notice '% has % elements, % bytes', arr, array_length(arr, 1), pg_column_size(arr); foreach arr slice 1 in array array[[1,2],[3,4]] loop raise notice 'slice %', arr; end loop; end $$;
do $$ <<outer>> declare i int := 0; begin while true loop i := i + 1; continue outer when i = 2; exit when i > 3; raise notice 'i=%', i; end loop; end $$;
do $$ declare r demo%rowtype; s demo.d%type; begin select * into strict r from demo where id = 5; s := r.d; raise notice '% %', s, length(r.a); select * into strict r from demo where id < 0; end $$;
do $$ begin raise notice 'too few %'; end $$;
do $$ declare x constant int := 1; begin x := 2; end $$;
do $$ declare c cursor (lim int) for select id from demo where id <= lim order by id; v int; begin open c(3); loop fetch c into v; exit when not found; raise notice 'v %', v; end loop; close c; end $$;
create function broken() returns int language plpgsql as $$ begin retrun 1; end $$;
create function broken() returns int language plpgsql as $$ begin return 1 end $$;
create function noret() returns int language plpgsql as $$ begin end $$;
select noret();
select bytes_of(1);
drop procedure churn; drop function toast_info, bytes_of, safe_size, fact, noret; drop table demo, ints;
