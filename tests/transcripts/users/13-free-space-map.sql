-- Space that VACUUM found goes to the map, and new rows go there.
create extension if not exists pg_freespacemap;
create table f (id int, v text);
insert into f select i, repeat('x', 200) from generate_series(1, 300) i;
select * from pg_freespace('f');
vacuum f;
select * from pg_freespace('f');
delete from f where id between 50 and 100;
select count(*), sum(avail) from pg_freespace('f');
vacuum f;
select blkno, avail from pg_freespace('f') where avail > 0 order by blkno;
insert into f values (1000, 'where am I?');
select ctid from f where id = 1000;
select pg_relation_size('f', 'main') main, pg_relation_size('f', 'fsm') fsm, pg_relation_size('f', 'vm') vm, pg_relation_size('f', 'init') init;
insert into f select i, repeat('y', 200) from generate_series(2000, 2030) i;
select split_part(trim(ctid::text, '()'), ',', 1)::int as block, count(*) from f where id >= 2000 group by 1 order by 1;
select blkno, avail from pg_freespace('f') where avail > 0 order by blkno;
