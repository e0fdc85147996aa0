create table t (id int primary key, v text);
create table tt (id int);
create view v as select 1 as a;
create function f(int) returns int language sql as 'select $1';
create function tg() returns trigger language plpgsql as 'begin return new; end';
\d t+
\d t|v
\dt t+
\dt ?+
\d t(
\dt )
\d *+
\df f+
\df f|g
\dt "t("
\dt "t""t"
\dt tt?
\dt public.t+
\dt t[t]
\dt t[]
\dt t$
\dt ^t
\di a|t.*
\d t\\
\dn pub|x
\dT ++
\du post+gres
\dtv
\dvt
\dtx t
\dtxq t
\dtqq t
\dshow
\dt;
\d;
\dnn
\dnx
\dn+x
\dpx t
\dp t|v
\z t+
\dfx f
\dfz f
\dfap f
\dfan f
\dft tg
\dfnq f
\dftz
\dx; plpgsql
\dxx plpgsql
\db nosuch
\dg+x
\dux
\dbx nosuch
\dlx
\dnC
\dq
\dAz
\drd
\drx
\dRz
\dez
\dFz
\dPz
begin;
\d t(
\d t
select 1;
rollback;
begin;
select 1/0;
\d t|v
\d (
\sf f
\sv v
\dt t
rollback;
\set ECHO_HIDDEN off
\sf nosuch
begin;
select 1/0;
\sf nosuch
\sv 2;
rollback;
\d "t
