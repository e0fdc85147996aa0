-- column tetris
create table bad_order (a smallint, b bigint, c smallint, d timestamp, e boolean, f double precision, g char(1), h int);
create table good_order (b bigint, d timestamp, f double precision, h int, a smallint, c smallint, e boolean, g char(1));
insert into bad_order select i, i, i, '2020-01-01', true, i, 'x', i from generate_series(1, 1000) i;
insert into good_order select i, '2020-01-01', i, i, i, i, true, 'x' from generate_series(1, 1000) i;
select pg_column_size(b.*) as bad, (select pg_column_size(g.*) from good_order g limit 1) as good from bad_order b limit 1;
select 'bad' as t, pg_relation_size('bad_order') union all select 'good', pg_relation_size('good_order') order by 1 desc;
select a.attname, t.typname, t.typlen, t.typalign, t.typbyval from pg_attribute a join pg_type t on t.oid = a.atttypid
where a.attrelid = 'bad_order'::regclass and a.attnum > 0 order by a.attnum;
select typname, typlen, typalign, typstorage from pg_type
where typname in ('bool','int2','int4','int8','float4','float8','numeric','text','varchar','bpchar','bytea','jsonb','uuid','date','timestamp','timestamptz','interval','time','timetz','name','oid','"char"','_int4') order by typlen desc, typname;
select pg_column_size(1::smallint) s, pg_column_size(1) i, pg_column_size(1::bigint) b, pg_column_size(1.0::real) r, pg_column_size(1::float8) d, pg_column_size(true) bo,
       pg_column_size('x'::char(1)) c1, pg_column_size('x'::char(10)) c10, pg_column_size('x'::"char") qc, pg_column_size('x'::name) n;
select pg_column_size('2020-01-01'::date) d, pg_column_size('12:00'::time) t, pg_column_size('12:00+00'::timetz) tz, pg_column_size('2020-01-01'::timestamptz) ts, pg_column_size('1 day'::interval) iv,
       pg_column_size('00000000-0000-0000-0000-000000000000'::uuid) u, pg_column_size(b'1010') bits, pg_column_size('(0,1)'::tid) tid;
select n, pg_column_size(n) from unnest(array[0, 1, 9999, 10000, 99999999, 100000000, 0.1, 0.0001, 0.00001, 1e10, 1e100, 123456789.123456789, -1.5, 'NaN', 'Infinity']::numeric[]) n;
select length(v), pg_column_size(v) from (select repeat('x', g) as v from unnest(array[0, 1, 125, 126, 127, 128, 1000]) g) s;
create table short (v text, w text);
insert into short select repeat('x', g), repeat('y', g) from unnest(array[0, 1, 125, 126, 127, 128]) g;
select length(v), pg_column_size(v), pg_column_size(s.*) from short s;
select lp, lp_len, t_hoff, length(t_data) from heap_page_items(get_raw_page('short', 0));
create table nulls8 (a int, b int, c int, d int, e int, f int, g int, h int);
create table nulls9 (a int, b int, c int, d int, e int, f int, g int, h int, i int);
insert into nulls8 (a) values (1); insert into nulls9 (a) values (1); insert into nulls9 values (1,2,3,4,5,6,7,8,9);
select lp_len, t_hoff, t_bits from heap_page_items(get_raw_page('nulls8', 0)) union all select lp_len, t_hoff, t_bits from heap_page_items(get_raw_page('nulls9', 0));
alter table nulls9 add column j text default 'default text', add column k int not null default 5;
select pg_column_size(n.*), j, k from nulls9 n;
select ctid, a, j from nulls9 where k = 5;
create table wide as select * from generate_series(1, 5) a, lateral (select a as b, a::text as c, null::text as d) x;
select attname, attnum, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'wide'::regclass and attnum > 0;
select a, c::char(3) || '|', c::varchar(1), lpad(c, 3, '0') from wide where a < 3;
create table toowide (id int, t char(9000));
insert into toowide values (1, 'a');
select pg_column_size(t), length(t), octet_length(t) from toowide;
insert into toowide values (1.5, 'x'), ('2', 'y');
select id, pg_column_size(t) from toowide order by ctid;
insert into toowide values ('2.5', 'z');
select 'abc'::char(2), 'abc'::varchar(2), 'abc  '::char(5) = 'abc', 'abc  '::text = 'abc';
create table v (t varchar(3)); insert into v values ('abcd'); insert into v values ('abc   '); select t || '|', length(t) from v;
drop table bad_order, good_order, short, nulls8, nulls9, wide, toowide, v;
