-- The names of a function's parameters, and of the column that an unnamed OUT parameter is
create function req(integer, OUT varchar) AS $$ BEGIN $2 := 'x'; END $$ language plpgsql;
select * from req(1);
select req(1);
select r.req, r from req(1) r;
create function two(OUT int, OUT varchar) AS $$ BEGIN $1 := 1; END $$ language plpgsql;
select * from two();
create function tab(a int) returns table (a text) as $$ begin return; end $$ language plpgsql;
create function tab2(a int, out a text) as $$ begin a := 'x'; end $$ language plpgsql;
create function tab3(a int, inout a text) as $$ begin a := 'x'; end $$ language plpgsql;
create function tab4(a int, out a text) as $$ select 'x'::text $$ language sql;
create function tab5(a int, a int) returns int as $$ select 1 $$ language sql;
create function tab6(a int, b int, out c int, out c int) as $$ select 1, 2 $$ language sql;
-- DO within a body, and errors of labels and assignments
do $$
begin
  do $x$ begin raise exception 'raising'; end $x$;
end $$;
create procedure pe() as $$ begin raise exception 'in call'; end $$ language plpgsql;
do $$
begin
  call pe();
end $$;
create function test_lab() returns void as $$
<<outer>>
begin
  continue;
end;
$$ language plpgsql;
create function test_lab() returns void as $$
begin
  <<outer>>
  loop
    <<sub>>
    begin
      exit outer;
      continue sub;
    end sub;
  end loop outer;
end;
$$ language plpgsql;
create function test_lab() returns void as $$
begin
  exit;
end;
$$ language plpgsql;
create function test_lab() returns void as $$
begin
  loop
    exit nope;
  end loop;
end;
$$ language plpgsql;
create function test_lab() returns void as $$
<<a>>
begin
  loop
    continue a;
  end loop;
end b;
$$ language plpgsql;
create function test_lab() returns void as $$
begin
  <<a>>
  loop
    exit a;
  end loop b;
end;
$$ language plpgsql;
create function test_lab() returns void as $$
begin
  exit nope;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
declare a int; a text;
begin
end;
$$ language plpgsql;
create function test_lab(a int) returns void as $$
begin
  return 1;
end;
$$ language plpgsql;
create function test_lab(out a int) as $$
begin
  return 1;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
begin
  return;
end;
$$ language plpgsql;
create function test_lab() returns setof int as $$
begin
  return 1;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
begin
  return next 1;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
declare c constant int := 1;
begin
  c := 2;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
begin
  nope := 2;
end;
$$ language plpgsql;
create function test_lab() returns int as $$
begin
  select 1 into nope;
end;
$$ language plpgsql;
-- What old dumps set
SET default_with_oids = false;
SHOW default_with_oids;
SET default_with_oids = true;
SELECT name, setting FROM pg_settings WHERE name LIKE 'default_with%';
SELECT current_setting('default_with_oids');
SET default_with_oids = maybe;
RESET default_with_oids;
