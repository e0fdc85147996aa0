\pset format unaligned
\pset tuples_only on
\set ECHO none
create table t(i int);
create function dump() returns setof text language plpgsql as $$ declare r record; n int; begin for r in select c.relname from pg_class c where relkind='i' and relnamespace = 'public'::regnamespace order by oid loop n := pg_relation_size(r.relname::regclass)/8192; return query select r.relname||' '||n||' '||md5(string_agg(substring(get_raw_page(r.relname,b) from 11), ''::bytea order by b)) from generate_series(0,n-1) b; end loop; end $$;
create index r_asc on t (i);
create index r_desc on t ((-i));
create index r_rand on t (((i::bigint*7919 % 30011)::int));
create index r_dup100 on t ((i % 100));
create index r_dup7 on t ((i % 7));
create index r_one on t ((i*0));
create index r_big on t ((i::bigint * 1000003 % 1000000007));
create index r_txt on t (textcat('key', i::text));
create index r_md5 on t (md5(i::text));
create index r_longtxt on t (repeat(md5((i%500)::text), 20));
create index r_wide on t (textcat(md5((i % 3000)::text), md5((i % 2999)::text)));
create index r_num on t (((i % 1000)::numeric));
create index r_num2 on t (((i * 37 % 10007)::numeric * 0.01));
create index r_uuid on t ((md5(i::text)::uuid));
create index r_mc1 on t ((i % 50), i);
create index r_mc2 on t ((i % 10), (i % 500), (textcat('x', (i % 20)::text)));
create index r_mc3 on t ((md5((i % 40)::text)), i);
create index r_nul on t ((nullif(i % 10, 3)), (nullif(i % 4, 1)));
create index r_nuldesc on t ((nullif(i % 10, 3)) desc nulls first, i desc nulls last);
create index r_dsc on t (i desc);
create index r_boolx on t ((i % 3 = 0));
create index r_f8 on t ((i::float8 / 7));
create index r_d on t (('2020-01-01'::date + i % 400));
create index r_tall on t (lpad(i::text, 400, '0'));
create index r_tallrnd on t (textcat(md5(i::text), repeat('x', 300)));
create index r_talldesc on t (lpad((1000000-i)::text, 300, '0'));
create index r_bp on t (((i % 300)::text::bpchar));
create index r_bytea on t (decode(md5((i % 2000)::text), 'hex'));
create index r_mcd on t ((i % 20) desc, i);
create unique index r_uniq on t (i);
create  index r_nodedup on t ((i%100)) with (deduplicate_items=off);
create  index r_ff70 on t (i) with (fillfactor=70);
insert into t select generate_series(1,12000);
\echo == retail
select dump();
create index b_asc on t (i);
create index b_desc on t ((-i));
create index b_rand on t (((i::bigint*7919 % 30011)::int));
create index b_dup100 on t ((i % 100));
create index b_dup7 on t ((i % 7));
create index b_one on t ((i*0));
create index b_big on t ((i::bigint * 1000003 % 1000000007));
create index b_txt on t (textcat('key', i::text));
create index b_md5 on t (md5(i::text));
create index b_longtxt on t (repeat(md5((i%500)::text), 20));
create index b_wide on t (textcat(md5((i % 3000)::text), md5((i % 2999)::text)));
create index b_num on t (((i % 1000)::numeric));
create index b_num2 on t (((i * 37 % 10007)::numeric * 0.01));
create index b_uuid on t ((md5(i::text)::uuid));
create index b_mc1 on t ((i % 50), i);
create index b_mc2 on t ((i % 10), (i % 500), (textcat('x', (i % 20)::text)));
create index b_mc3 on t ((md5((i % 40)::text)), i);
create index b_nul on t ((nullif(i % 10, 3)), (nullif(i % 4, 1)));
create index b_nuldesc on t ((nullif(i % 10, 3)) desc nulls first, i desc nulls last);
create index b_dsc on t (i desc);
create index b_boolx on t ((i % 3 = 0));
create index b_f8 on t ((i::float8 / 7));
create index b_d on t (('2020-01-01'::date + i % 400));
create index b_tall on t (lpad(i::text, 400, '0'));
create index b_tallrnd on t (textcat(md5(i::text), repeat('x', 300)));
create index b_talldesc on t (lpad((1000000-i)::text, 300, '0'));
create index b_bp on t (((i % 300)::text::bpchar));
create index b_bytea on t (decode(md5((i % 2000)::text), 'hex'));
create index b_mcd on t ((i % 20) desc, i);
create unique index b_uniq on t (i);
create  index b_nodedup on t ((i%100)) with (deduplicate_items=off);
create  index b_ff70 on t (i) with (fillfactor=70);
\echo == build
select dump();
delete from t where i between 2000 and 4800 or i % 11 = 0;
select 'nextxid '||pg_snapshot_xmax(pg_current_snapshot());
vacuum t;
\echo == vacuum
select dump();
insert into t values (-1);
select 'nextxid '||pg_snapshot_xmax(pg_current_snapshot());
vacuum t;
\echo == vacuum2
select dump();
select 'tids '||string_agg(ctid::text, ' ' order by i) from t where i = -1;
insert into t select generate_series(12000+1,12000+1000);
\echo == refill
select dump();
select 'tids '||string_agg(ctid::text, ' ' order by i) from t where i > 12000;
delete from t where i < 12000-10;
select 'nextxid '||pg_snapshot_xmax(pg_current_snapshot());
vacuum t;
\echo == most
select dump();
delete from t where i < 12000+1000-3;
select 'nextxid '||pg_snapshot_xmax(pg_current_snapshot());
vacuum t;
\echo == last
select dump();
