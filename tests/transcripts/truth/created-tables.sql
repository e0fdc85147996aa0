-- Order of errors in CREATE TABLE, temporary views, check options, names of system columns, settings that are reset.
create table bad (a int constraint x check (a > 0) constraint x check (a < 5));
create table bad (a int check (a > 0), constraint bad_a_check check (a < 5), check (a < 9));
\d bad
create table bad (a serial[]);
create table bad (a bigserial[3]);
create table bad (a bit(0));
create table bad (a nosuch);
create table bad (a int, a int);
create table bad (a int) with (nosuch = 1);
create table bad (a int) with (fillfactor = 5);
create table bad (a int primary key, b int primary key);
create table bad (a int references nosuch);
create table bad (a int default nosuch);
create table bad (a int);
create table if not exists bad (a nosuch);
create table if not exists bad (a serial[]);
create temp table tt (a int);
create temp view tv as select * from tt;
create view vt as select * from tv;
create view vt2 as select 1 where exists (select 1 from tv);
create view plain as select 1 as one;
create table ct as select * from tv;
\d
create view v1 as select * from bad where a > 0 with check option;
create view v2 as select * from bad where a > 0 with local check option;
create view v3 with (check_option = cascaded) as select * from bad where a > 0;
select table_name, check_option from information_schema.views where table_schema = 'public' order by 1;
\d+ v1
\d+ v2
alter table bad rename column ctid to x;
alter table bad rename column xmin to a;
alter table bad rename column a to xmin;
alter table bad alter column ctid set not null;
set my.var = 'x y';
show my.var;
reset my.var;
show my.var;
select current_setting('my.var') = '', current_setting('my.other', true) is null;
set my.var to default;
show my.var;
begin;
set local my.two = 'b';
show my.two;
commit;
show my.two;
