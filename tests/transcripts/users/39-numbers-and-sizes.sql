-- How many bytes is a number, a date, a text?
select pg_column_size(1::smallint) i2, pg_column_size(1::int) i4, pg_column_size(1::bigint) i8, pg_column_size(1::real) f4, pg_column_size(1::float8) f8, pg_column_size(true) b;
select n, pg_column_size(n::numeric) from unnest(array[0, 1, 9999, 10000, 99990000, 123456789.123456789, 1e20, 1e100]) n;
select pg_column_size(now()) ts, pg_column_size(current_date) d, pg_column_size(interval '1 day') i, pg_column_size(current_time) t, pg_column_size(localtime) lt;
select pg_column_size(''::text), pg_column_size('a'::text), pg_column_size('abc'::char(10)), pg_column_size('abc'::varchar(10)), pg_column_size('abc'::name), pg_column_size('a'::"char");
select pg_column_size('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), pg_column_size('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::text);
select pg_column_size('äöü'::text), length('äöü'), octet_length('äöü'), bit_length('äöü');
select pg_column_size(b'101'), pg_column_size(b'101010101'::varbit), pg_column_size('\x00'::bytea);
create table sizes (n numeric, t text, c char(20), u uuid, ts timestamptz);
insert into sizes values (1, 'x', 'x', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', now()), (12345.678, repeat('x', 126), 'y', null, null), (0, repeat('x', 127), null, null, null);
select pg_column_size(n) n, pg_column_size(t) t, pg_column_size(c) c, pg_column_size(u) u, pg_column_size(ts) ts, pg_column_size(sizes.*) as row from sizes;
select pg_size_pretty(10239::bigint), pg_size_pretty(10240::bigint), pg_size_pretty(-20480::bigint), pg_size_pretty(1e15::numeric), pg_size_bytes('1.5 GB'), pg_size_bytes('10 kB');
select typname, typlen, typbyval, typalign, typstorage from pg_type where typname in ('int4', 'int8', 'text', 'numeric', 'jsonb', 'uuid', 'timestamptz', 'bool', 'bpchar') order by 1;
