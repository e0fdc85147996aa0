-- What are the storage strategies of the columns?
create table blog (id int primary key, author text, title text, content text);
\d+ blog
SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 'blog'::regclass AND attnum > 0;
SELECT attname, CASE attstorage WHEN 'p' THEN 'plain' WHEN 'e' THEN 'external' WHEN 'm' THEN 'main' WHEN 'x' THEN 'extended' ELSE 'unknown' END AS strategy
FROM pg_attribute WHERE attrelid = 'blog'::regclass ORDER BY attnum;
SELECT typname, typstorage, typlen FROM pg_type WHERE typname IN ('text','int4','numeric','jsonb','bytea','varchar','bpchar','xml','json','inet','point','date','timestamptz','uuid','tsvector','int4range','name','bool') ORDER BY 1;
select typstorage, count(*) > 0 from pg_type group by 1 order by 1;
SELECT relname, relfilenode, reltoastrelid FROM pg_class WHERE relname = 'blog';
SELECT relname FROM pg_class WHERE oid = (SELECT reltoastrelid FROM pg_class WHERE relname='blog');
select nspname, relname, relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'pg_toast' and relname ~ '^pg_toast_16' order by 2;
INSERT INTO blog VALUES (1, 'me', 'title', '0123456789');
select * from pg_toast.pg_toast_16384;
INSERT INTO blog VALUES (2, 'you', 'title two', repeat('lorem ipsum ', 1000));
select * from pg_toast.pg_toast_16384;
update blog set content = content || content where id = 2;
select id, length(content), pg_column_size(content) from blog;
alter table blog alter column content set storage external;
\d+ blog
insert into blog values (3, 'her', 'third', repeat('lorem ipsum ', 500));
select chunk_id, chunk_seq, length(chunk_data), pg_size_pretty(length(chunk_data)::bigint) from pg_toast.pg_toast_16384;
select id, octet_length(content), pg_column_size(content) from blog order by id;
select chunk_seq, substr(encode(chunk_data, 'escape'), 1, 24) from pg_toast.pg_toast_16384;
delete from blog where id = 3;
select count(*) from pg_toast.pg_toast_16384;
vacuum full blog;
select pg_relation_filepath('blog'), pg_relation_filepath('pg_toast.pg_toast_16384'), pg_relation_filepath('blog_pkey');
select oid, relname, relfilenode from pg_class where relname in ('blog', 'blog_pkey', 'pg_toast_16384', 'pg_toast_16384_index') order by 1;
\d pg_toast.pg_toast_16384
\d+ pg_toast.pg_toast_16384
\d pg_toast.pg_toast_16384_index
insert into pg_toast.pg_toast_16384 values (1, 2, '\x00');
delete from pg_toast.pg_toast_16384;
drop table pg_toast.pg_toast_16384;
alter table blog alter column id set storage external;
alter table blog alter column nothing set storage external;
alter table blog alter column content set storage sideways;
select a.attname, t.typname, a.attstorage = t.typstorage as default_strategy from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = 'blog'::regclass and a.attnum > 0 order by a.attnum;
SELECT column_name, data_type, character_maximum_length, character_octet_length, is_nullable FROM information_schema.columns WHERE table_name = 'blog' ORDER BY ordinal_position;
select table_schema, table_name, table_type from information_schema.tables where table_name = 'blog';
