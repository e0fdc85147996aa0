create domain d as int check (value > 0);
create domain dn as int not null;
create domain dd as int default 7 check (value > 0);
create domain plain as int;
create table t (a int);
insert into t values (1), (2);
select pg_relation_filenode('t') as f \gset
alter table t add b plain default 1;
select pg_relation_filenode('t') = :f as kept; select pg_relation_filenode('t') as f \gset
alter table t add c d;
select pg_relation_filenode('t') = :f as kept; select pg_relation_filenode('t') as f \gset
alter table t add e d default 1;
select pg_relation_filenode('t') = :f as kept; select pg_relation_filenode('t') as f \gset
alter table t add f dn;
alter table t add f dn default 5;
select pg_relation_filenode('t') = :f as kept; select pg_relation_filenode('t') as f \gset
alter table t add g d default -1;
alter table t add g dd;
select pg_relation_filenode('t') = :f as kept; select pg_relation_filenode('t') as f \gset
create domain ddp as int default 9;
alter table t add k ddp;
alter table t add l ddp, add l2 float default random();
alter table t add m d default 3, add m2 dd not null;
alter table t add m3 dn default null;
alter table t drop l2;
insert into t values (3) returning *;
table t;
create table t2 (a int);
insert into t2 values (1);
select pg_relation_filenode('t2') as f \gset
alter table t2 add k ddp;
table t2;
select pg_relation_filenode('t2') = :f as kept;
select attname, atthasdef, atthasmissing, attmissingval from pg_attribute where attrelid = 't2'::regclass and attnum > 0;
create domain dv as float default random();
alter table t2 add k2 dv;
select a, k, k2 is null from t2;
select pg_relation_filenode('t2') = :f as kept;
