-- DROP, ALTER and COMMENT find a procedure by its input arguments, or by all of them
create procedure p1(a int, out b int) as $$ begin b := a; end $$ language plpgsql;
drop procedure p1(int, int);
create procedure p1(a int, out b int) as $$ begin b := a; end $$ language plpgsql;
drop procedure p1(int);
create procedure p1(a int, out b text) as $$ begin b := a; end $$ language plpgsql;
drop routine p1(int, text);
create procedure p1(a int, out b text) as $$ begin b := a; end $$ language plpgsql;
drop procedure p1(a int, out b text);
create procedure p1(a int, out b text) as $$ begin b := a; end $$ language plpgsql;
create procedure p1(a int, b text) as $$ begin b := a; end $$ language plpgsql;
create or replace procedure p1(a int, out b text) as $$ begin b := a; end $$ language plpgsql;
comment on procedure p1(int, text) is 'x';
alter procedure p1(int, text) rename to p2;
drop procedure if exists p1(int, int);
drop procedure p1;
drop procedure p2(int);
drop procedure p2;
