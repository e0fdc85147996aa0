-- find the TOAST threshold with a loop
create table probe (id int, t text);
alter table probe alter t set storage external;
do $$
declare
  n int; toast regclass; chunks int; prev int := 0;
begin
  select reltoastrelid into toast from pg_class where oid = 'probe'::regclass;
  for n in 1990..2040 loop
    truncate probe;
    insert into probe values (n, repeat('x', n));
    execute format('select count(*) from %s', toast) into chunks;
    if chunks <> prev then
      raise notice 'length % -> % chunk(s), row is % bytes', n, chunks, (select pg_column_size(p) from probe p);
      prev := chunks;
    end if;
  end loop;
end $$;
do $$
declare r record; total bigint := 0;
begin
  for r in select relname, pg_relation_size(oid) as sz from pg_class
           where relname = 'probe' union all select 'sum', 0 loop
    total := total + r.sz;
    raise info '% : %', rpad(r.relname, 10, '.'), pg_size_pretty(r.sz);
  end loop;
  assert total > 0, 'empty';
  raise notice using message = 'total ' || total, detail = 'that is ' || total / 8192 || ' page(s)', hint = 'one row';
end $$;
create function page_fill(tab regclass) returns table (page int, items int, free int) language plpgsql as $f$
declare pages int := pg_relation_size(tab) / 8192;
begin
  for page in 0 .. pages - 1 loop
    select count(*), max(h.upper - h.lower) into items, free
    from heap_page_items(get_raw_page(tab::text, page)), page_header(get_raw_page(tab::text, page)) h;
    return next;
  end loop;
end $f$;
create table fill as select g as id, repeat('y', g) as pad from generate_series(1, 250) g;
select * from page_fill('fill');
create or replace function grow(inout b bytea, times int default 3) language plpgsql immutable as $$
begin
  while times > 0 loop b := b || b; times := times - 1; end loop;
end $$;
select length(grow('\x0102')), length(grow('\x01', 10)), grow(times => 1, b => '\xff');
do $$ begin perform 1/0; exception when division_by_zero then raise notice 'caught: % (%)', sqlerrm, sqlstate; end $$;
do $$
begin
  insert into probe values (1, 'a');
  begin
    insert into probe values (2, 'b');
    raise exception 'undo %', 2 using errcode = 'P0042';
  exception when sqlstate 'P0042' then
    raise notice 'rolled back to %', (select count(*) from probe);
  end;
end $$;
select id, ctid from probe order by id;
do $$ begin raise exception 'stop here'; end $$;
do $$ declare x int; begin x := 'abc'; end $$;
do $$ begin select 1; end $$;
do $$ begin nosuch := 1; end $$;
do $$ begin if true the null; end if; end $$;
drop function grow; drop function page_fill(regclass);
drop table probe, fill;
