create table readings (sensor text, at timestamp, v double precision, tags text[], raw bytea);
copy readings from stdin;
t-1	2024-03-01 00:00:00	20.5	{kitchen,warm}	\\xdeadbeef
t-1	2024-03-01 00:10:00	20.75	{kitchen}	\\x00
t-2	2024-03-01 00:00:00	-3.25	{outside,"north side"}	\N
t-2	2024-03-01 00:10:00	NaN	{}	\\x
t-3	2024-03-01 00:00:00	1e-300	\N	\\xffffffffffffffff
\.
copy readings (sensor, v) from stdin with (format csv, header true, null 'NA');
sensor,v
"t,4",1.5
t-5,NA
t-6,"2"
\.
copy readings (sensor, at) from stdin with (delimiter '|');
t-7|2024-13-01
\.
copy readings (sensor, v) from stdin;
t-8	abc
\.
copy readings (sensor, v) from stdin;
t-9
\.
copy readings (sensor, v) from stdin;
t-9	1	2
\.
copy readings (sensr) from stdin;
select sensor, at, v, tags, raw, pg_column_size(r.*) as row_size from readings r order by sensor, at;
copy (select sensor, v, tags from readings order by sensor, at limit 4) to stdout;
copy (select sensor, v, tags from readings order by sensor, at limit 4) to stdout with (format csv, header, force_quote (sensor));
copy readings to stdout (format text, delimiter ';', null '<null>');
create table big (id int, payload text);
copy big from stdin with csv;
1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
2,"quoted ""text"" with
a newline"
3,
4,""
\.
select id, payload is null as is_null, length(payload), pg_column_size(payload), encode(substr(payload, 1, 6)::bytea, 'hex') from big order by id;
insert into big select 10 + i, repeat(chr(97 + i), 10000) from generate_series(0, 3) i;
select id, pg_column_size(payload) from big where id >= 10;
begin;
truncate big;
copy big from stdin with (freeze true);
1	frozen
2	rows
\.
commit;
select xmin::text::int > 0 as has_xmin, ctid, * from big;
select lp, t_xmax, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).combined_flags from heap_page_items(get_raw_page('big', 0));
select blkno, all_visible, all_frozen, pd_all_visible from pg_visibility('big');
drop table readings, big;
