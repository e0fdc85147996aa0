-- measuring bloat, three ways
create extension pgstattuple;
create table sessions (sid uuid, uid int, data text, expires date);
insert into sessions
select md5(i::text)::uuid, i % 500, repeat('d', 20 + i % 100), date '2024-01-01' + i % 365
from generate_series(1, 5000) i;
create index sessions_sid on sessions(sid);
create index sessions_exp on sessions(expires);
\x on
select * from pgstattuple('sessions');
select * from pgstatindex('sessions_sid');
\x off
delete from sessions where expires < '2024-07-01';
select table_len, tuple_count, dead_tuple_count, dead_tuple_len, round(dead_tuple_percent::numeric,2) dead_pct, free_space, free_percent
from pgstattuple('sessions');
vacuum sessions;
select table_len, tuple_count, dead_tuple_count, free_space, free_percent from pgstattuple('sessions');
select approx_tuple_count, approx_tuple_len, dead_tuple_count, approx_free_space, scanned_percent from pgstattuple_approx('sessions');
select index_size, internal_pages, leaf_pages, empty_pages, deleted_pages, avg_leaf_density, leaf_fragmentation
from pgstatindex('sessions_sid');
select index_size, internal_pages, leaf_pages, empty_pages, deleted_pages, avg_leaf_density, leaf_fragmentation
from pgstatindex('sessions_exp');
-- the well-known estimate from the catalog
analyze sessions;
select c.relname, c.relpages, c.reltuples,
       ceil(c.reltuples * (select sum(avg_width) + 28 from pg_stats where tablename = 'sessions') / 8168) as expected_pages
from pg_class c where relname = 'sessions';
reindex index sessions_sid;
select pg_size_pretty(pg_relation_size('sessions_sid')), avg_leaf_density from pgstatindex('sessions_sid');
reindex table sessions;
select pg_relation_size('sessions_exp');
vacuum full sessions;
select relname, relkind, pg_relation_size(oid) bytes, pg_size_pretty(pg_relation_size(oid)) from pg_class
where relname like 'sessions%' order by relname;
select * from pg_relpages('sessions');
select pgstattuple('nosuchtable');
select * from pgstatindex('sessions');
select * from pgstattuple('sessions_sid'::regclass);
drop table sessions;
