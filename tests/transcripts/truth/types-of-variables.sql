-- What the grammar of PL/pgSQL asks of the types of variables
create function t7() returns int as $$
declare r record; x int;
begin
  get diagnostics r = row_count;
end;
$$ language plpgsql;
create function t8() returns int as $$
declare r record; x int;
begin
  get diagnostics zz = row_count;
end;
$$ language plpgsql;
create function t9() returns int as $$
declare r pg_class%rowtype; x int;
begin
  select 1, 2 into r, x;
end;
$$ language plpgsql;
create function t10() returns int as $$
declare r pg_class%rowtype; x int;
begin
  for r, x in select 1, 2 loop null; end loop;
end;
$$ language plpgsql;
create function t11() returns int as $$
declare c cursor for select 1; x int;
begin
  for x in c loop null; end loop;
  open x;
  fetch x into c;
  close x;
end;
$$ language plpgsql;
create function t12() returns int as $$
declare x int;
begin
  fetch x into x;
end;
$$ language plpgsql;
create function t13() returns int as $$
declare x int;
begin
  open x for select 1;
end;
$$ language plpgsql;
create function t20() returns int as $$
declare r record; x int;
begin
  select 1, 2 into x, r;
end;
$$ language plpgsql;
create function t21() returns int as $$
declare r record; x int; c refcursor; k cursor for select 1;
begin
  select 1, 2 into r;
  open c for select 1, 2;
  fetch c into x, x;
  fetch c into r;
  for r in k loop null; end loop;
  for r in select 1 loop x := r.column1; end loop;
  get diagnostics x = row_count;
  execute 'select 1' into r, x;
end;
$$ language plpgsql;
create function t22() returns int as $$
declare r record; c refcursor;
begin
  declare c int;
  begin
    close c;
  end;
end;
$$ language plpgsql;
create function t23(c refcursor) returns int as $$
declare x c%type; y alias for c;
begin
  close c;
  close x;
  close y;
  return 1;
end;
$$ language plpgsql;
