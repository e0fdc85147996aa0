select char 'day hour';
select char(3) 'day hour', varchar 'abc', varchar(2) 'abc', bpchar 'abc ', char 'a'::char;
select pg_typeof(char 'abc'), length(char 'abc  '), bit '101', bit(2) '101', nchar 'abc', character 'abc', national character 'xyz', character varying 'abc', bit varying '10', numeric '1.50', numeric(3,1) '1.55', interval '1' year, timestamp(0) '2024-01-01 00:00:00.6', time(1) '10:00:00.16';
select cast('abc' as char), 'abc'::char, cast('101' as bit);
select limit(1), 2;
select limit 1, 2;
select 1 limit 2, 3;
select 1 limit (2), 3;
select 1 a \gset ((x is null))
\echo :a
select 1 as b \gset p_
\echo :p_b
select 2 as c \gset (format=csv)
select 1 as d \gexec (border=2)
select 1 as d \gdesc (border=2)
