-- toast_tuple_target moves the line.
create table t_default (id int, v text);
create table t_small (id int, v text) with (toast_tuple_target = 256);
create table t_large (id int, v text) with (toast_tuple_target = 8000);
insert into t_default select 1, string_agg(md5(i::text), '') from generate_series(1, 50) i;
insert into t_small select 1, string_agg(md5(i::text), '') from generate_series(1, 50) i;
insert into t_large select 1, string_agg(md5(i::text), '') from generate_series(1, 50) i;
insert into t_default select n, string_agg(md5(i::text), '') from generate_series(60, 240, 60) n, generate_series(1, n) i group by n order by n;
insert into t_small select n, string_agg(md5(i::text), '') from generate_series(60, 240, 60) n, generate_series(1, n) i group by n order by n;
insert into t_large select n, string_agg(md5(i::text), '') from generate_series(60, 240, 60) n, generate_series(1, n) i group by n order by n;
select relname, reloptions, pg_relation_size(oid) heap, pg_relation_size(reltoastrelid) toast from pg_class where relname like 't\_%' and relkind = 'r' order by 1;
select id, length(v), pg_column_size(v), pg_column_size(t_small.*) from t_small order by id;
select id, length(v), pg_column_size(v), pg_column_size(t_large.*) from t_large order by id;
alter table t_default set (toast_tuple_target = 128);
update t_default set v = v || '!' where id = 1;
select lp, lp_len, t_ctid from heap_page_items(get_raw_page('t_default', 0)) order by lp;
alter table t_default set (toast_tuple_target = 100);
alter table t_default reset (toast_tuple_target);
\d+ t_default
