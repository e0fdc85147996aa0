-- "I only changed one key!"
create table j (id int primary key, d jsonb);
insert into j select 1, jsonb_object_agg('key' || lpad(i::text, 4, '0'), md5(i::text)) from generate_series(1, 500) i;
insert into j values (2, '{"a": 1, "b": [1, 2, {"c": null}], "d": "text"}');
select id, pg_column_size(d), octet_length(d::text), jsonb_typeof(d), (select count(*) from jsonb_object_keys(d)) from j order by id;
create view toast_of_j as select c.reltoastrelid::regclass::text as rel from pg_class c where c.relname = 'j';
select rel from toast_of_j \gset
select count(*), sum(octet_length(chunk_data)) from :rel;
update j set d = jsonb_set(d, '{key0001}', '"x"') where id = 1;
select count(*), sum(octet_length(chunk_data)) from :rel;
update j set d = d - 'key0500' where id = 1;
update j set d = d || '{"new": true}' where id = 1;
select count(*), count(distinct chunk_id), pg_relation_size(:'rel') from :rel;
vacuum j;
select pg_relation_size(:'rel'), pg_size_pretty(pg_table_size('j'));
explain (analyze, buffers, costs off, timing off, summary off) select d ->> 'key0250' from j where id = 1;
explain (analyze, buffers, costs off, timing off, summary off) select id from j where d ? 'key0250';
explain (analyze, buffers, costs off, timing off, summary off) select id, pg_column_size(d) from j;
explain (analyze, buffers, wal, costs off, timing off, summary off) update j set d = jsonb_set(d, '{key0002}', '"y"') where id = 1;
explain (analyze, buffers, wal, costs off, timing off, summary off) update j set d = jsonb_set(d, '{a}', '2') where id = 2;
select jsonb_set(d, '{b,2,c}', '"deep"'), jsonb_set(d, '{zzz}', '1', false), jsonb_insert(d, '{b,0}', '"first"'), d #- '{b,1}' from j where id = 2;
select d #>> '{b,2}', d -> 'b' -> -1, d @> '{"a": 2}', d ?| array['x','a'], d ?& array['x','a'] from j where id = 2;
select jsonb_pretty(d) from j where id = 2;
select key, value, pg_column_size(value) from j, jsonb_each(d) where id = 2 order by key;
select pg_column_size('{}'::jsonb), pg_column_size('[]'::jsonb), pg_column_size('1'::jsonb), pg_column_size('"abc"'::jsonb),
       pg_column_size('{"a":1}'::jsonb), pg_column_size('{"a":1}'::json), pg_column_size('{"a": {"b": {"c": {}}}}'::jsonb);
select jsonb_strip_nulls(d), jsonb_path_query_array(d, '$.b[*] ? (@ > 1)') from j where id = 2;
select d ->> 0, d['b'][0], d['nope'] from j where id = 2;
update j set d['b'][0] = '100', d['e']['f'] = '"auto"' where id = 2 returning d;
update j set d['d']['x'] = '1' where id = 2;
select '{"a": 1,}'::jsonb;
select '{"a" 1}'::jsonb;
select '{"a": 01}'::jsonb, '{"dup": 1, "dup": 2}'::jsonb;
select jsonb_set(d, 'a', '1') from j;
select jsonb_set('[1,2]', '{x}', '1');
select d -> 'a' + 1 from j;
select (d -> 'a')::int + 1, (d ->> 'a')::int + 1, (d -> 'd')::int from j where id = 2;
drop view toast_of_j; drop table j;
