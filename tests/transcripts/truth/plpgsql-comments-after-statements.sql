-- A statement of a PL/pgSQL function has the comments in front of its semicolon; expressions and CALL have not.
do $$
begin
  alter table nosuch add constraint x check (a > 0)
     not valid -- why
  ;
end $$;
do $$
begin
  insert into nosuch values (1) /* one */  ;
end $$;
do $$
declare x int;
begin
  select 1 / 0 into x -- why
  ;
end $$;
do $$
declare x int;
begin
  select 1 / 0 /* a */ into x /* b */ from pg_class /* c */ where true /* d */ ;
end $$;
do $$
declare x int;
begin
  select 1 / 0 -- before
  into strict x -- after
  where true;
end $$;
do $$
begin
  update nosuch set a = 1
  -- first
  -- second
  ;
end $$;
do $$
begin
  perform 1 / 0 -- why
  ;
end $$;
do $$
declare x int;
begin
  x := 1 / 0 -- why
  ;
end $$;
do $$
begin
  call nosuch(1) -- why
  ;
end $$;
do $$
begin
  for i in select 1 / 0 -- why
  loop null; end loop;
end $$;
do $$
declare r record;
begin
  for r in select 1 / 0 /* why */ loop null; end loop;
end $$;
create function f() returns setof int language plpgsql as $$
begin
  return query select 1 / 0 -- why
  ;
end $$;
select * from f();
do $$
begin
  create table made (i int) -- why
  ;
  drop table made, nosuch2 -- why
  ;
end $$;
