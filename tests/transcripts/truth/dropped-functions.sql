-- What depends on functions, schemas, sequences, columns and row types when they are dropped.
create schema app;
create schema lib;
create function lib.add1(int) returns int language sql immutable as 'select $1+1';
create function lib.chk(int) returns bool language plpgsql immutable as 'begin return $1 > 0; end';
create table app.t (id serial primary key, a int default lib.add1(1), b int check (lib.chk(b)), g int generated always as (lib.add1(a)) stored);
create index t_f on app.t (lib.add1(a));
create index t_p on app.t (a) where lib.chk(a);
create view app.v as select lib.add1(a) from app.t where lib.chk(b);
create view app.v2 as select * from app.v;
create materialized view app.m as select count(*) filter (where lib.chk(a)) from app.t;
create function lib.trg() returns trigger language plpgsql as 'begin return new; end';
create trigger t1 before insert on app.t for each row execute function lib.trg();
create trigger "T 2" after delete on app.t execute function lib.trg();
create domain app.pos as int check (lib.chk(value)) default lib.add1(2);
create function app.withdef(x int default lib.add1(3)) returns int language sql as 'select x';
create function app.tab(app.t) returns int language sql as 'select $1.a';
create function app.tabs() returns setof app.t language sql as 'select * from app.t';
create view app.uses_seq as select nextval('app.t_id_seq'), 'app.t'::regclass;
drop function lib.add1;
drop function lib.chk(int);
drop function lib.trg();
drop function lib.add1, lib.chk, lib.trg;
drop schema lib;
drop sequence app.t_id_seq;
drop table app.t;
alter table app.t drop column a;
alter table app.t drop column id;
alter table app.t drop column b;
drop view app.v;
begin;
drop function lib.add1 cascade;
\d app.t
\d app.v2
rollback;
begin;
drop function lib.chk cascade;
\d app.t
rollback;
begin;
drop function lib.trg cascade;
\d app.t
rollback;
begin;
drop schema lib cascade;
\d app.t
\df app.*
rollback;
begin;
drop sequence app.t_id_seq cascade;
\d app.t
rollback;
begin;
drop table app.t cascade;
\df app.*
rollback;
begin;
alter table app.t drop column a cascade;
\d app.t
rollback;
begin;
drop schema app, lib cascade;
rollback;
drop schema app, lib;
create table p (a int primary key, b int unique);
create table c (a int references p, b int references p(b), pa int references c);
alter table c add primary key (a);
alter table c add foreign key (pa) references c;
drop table p;
alter table p drop constraint p_pkey;
alter table p drop constraint p_pkey cascade;
\d c
alter table p drop column b;
alter table p drop column b cascade;
create type addr as (street text, zip text);
create type person as (name text, home addr);
create table ppl (id int, p person, ps person[]);
create view pv as select id, (p).home from ppl;
create function getzip(person) returns text language sql as 'select (($1).home).zip';
drop type addr;
drop type person;
drop type addr cascade;
\d ppl
\d person
drop type person cascade;
\d ppl
create type mood as enum ('sad','ok');
create table m1 (m mood default 'ok', ms mood[], check (m <> 'sad'));
create index on m1 ((m::text));
create unique index on m1 (m);
create view mv1 as select 'ok'::mood as x;
create view mv2 as select m from m1;
create function mf(mood) returns mood language sql as 'select $1';
create function mg(a int, out m mood) language sql as 'select null::mood';
create domain mdom as mood;
create table m2 (d mdom);
create table m3 as select * from m1;
drop type mood;
drop type mood cascade;
\d m1
\d m2
select * from m3;
drop view nosuch, mv1;
drop view if exists nosuch, mv1;
drop table if exists app2.t, m1;
drop function if exists nosuch(int), nosuch2(text, nos.x), lib.nosuch();
drop function nosuch;
drop extension pageinspect;
create view ev as select lsn from page_header(null);
drop extension pageinspect;
drop extension pageinspect cascade;
select * from ev;
