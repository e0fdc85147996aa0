-- What is dropped from a column goes before the other commands of the same ALTER TABLE.
create table i(a int generated always as identity, b text default 'x', c int not null, d int generated always as (c * 2) stored);
insert into i(c) values (4);
alter table i alter a set default 3, alter a drop identity;
alter table i alter b type int using length(b), alter b drop default;
alter table i alter b set default 5, alter b drop default, alter b type bigint;
alter table i alter c set not null, alter c drop not null;
alter table i alter d set default 1, alter d drop expression;
\d i
alter table i alter a drop identity, alter a set default 4;
alter table i alter a drop identity if exists, alter a set default 4;
insert into i(b) values (7) returning *;
