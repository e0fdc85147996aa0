-- An index after random and after ordered deletes.
create extension if not exists pgstattuple;
create table b (id int, v text);
insert into b select i, md5(i::text) from generate_series(1, 10000) i;
create index b_id on b (id);
create index b_v on b (v);
select 'id' as i, index_size, leaf_pages, avg_leaf_density, leaf_fragmentation from pgstatindex('b_id')
union all select 'v', index_size, leaf_pages, avg_leaf_density, leaf_fragmentation from pgstatindex('b_v');
delete from b where id % 10 <> 0;
vacuum b;
select 'id' as i, index_size, leaf_pages, deleted_pages, avg_leaf_density, leaf_fragmentation from pgstatindex('b_id')
union all select 'v', index_size, leaf_pages, deleted_pages, avg_leaf_density, leaf_fragmentation from pgstatindex('b_v');
delete from b where id < 5000;
vacuum b;
select tree_level, leaf_pages, empty_pages, deleted_pages, avg_leaf_density from pgstatindex('b_id');
insert into b select i, md5(i::text) from generate_series(20001, 25000) i;
select tree_level, leaf_pages, deleted_pages, avg_leaf_density from pgstatindex('b_id');
reindex table b;
select tree_level, leaf_pages, deleted_pages, avg_leaf_density from pgstatindex('b_id');
select tree_level, leaf_pages, deleted_pages, avg_leaf_density from pgstatindex('b_v');
select relname, relpages, reltuples from pg_class where relname in ('b', 'b_id', 'b_v') order by 1;
