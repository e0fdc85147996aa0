\set ON_ERROR_STOP off
\set tbl stats_demo
\set rows 150
\pset null '(null)'
\echo Creating :tbl with :rows rows
create table :tbl (id int, label text, big text);
insert into :tbl select g, case when g % 7 = 0 then null else 'L' || g end, repeat(:'tbl', g) from generate_series(1, :rows) g;
\echo :ROW_COUNT rows, error is :ERROR, state :SQLSTATE
select count(*) as n, pg_relation_size(:'tbl') as bytes from :"tbl" \gset r_
\echo n=:r_n bytes=:r_bytes
\if :{?r_n}
  \echo r_n is set
\endif
select :r_bytes > 8192 as more_than_a_page, :r_n = 0 as empty \gset
\if :more_than_a_page
  \echo more than one page
  select (pg_relation_size(:'tbl') / current_setting('block_size')::int) as pages;
\elif :empty
  \echo empty
\else
  \echo one page
\endif
select format('select %L as what, %s(%L)', f, f, :'tbl') from unnest(array['pg_relation_size', 'pg_table_size', 'pg_indexes_size', 'pg_total_relation_size']) f \gexec
select label, big from :tbl where id <= 2 order by id \g (format=unaligned tuples_only=on)
\t on
select max(length(big)), max(pg_column_size(big)) from :tbl;
\t off
\a
select id, label from :tbl where id in (6, 7);
\a
\pset border 2
select id, label, length(big) as len from :tbl where id in (6, 7, 8) order by id;
\pset border 0
select id, label, length(big) as len from :tbl where id in (6, 7, 8) order by id;
\pset border 1
\x auto
select * from :tbl where id = 1;
\x off
\pset format csv
select id, label from :tbl where id in (7, 8);
\pset format aligned
\pset title 'Sizes'
select id from :tbl where id = 1;
\pset title
\pset footer off
select id from :tbl where id = 1;
\pset footer on
select * from nosuch;
\echo :ERROR :SQLSTATE :LAST_ERROR_MESSAGE
\set VERBOSITY verbose
\set VERBOSITY terse
select 1 form x y;
\set VERBOSITY default
\d nosuch
\dt nosuch*
\foo
\set big_id 42
select :big_id + 1 as plus, ':big_id' as lit, :'big_id' as quoted;
select :undefined;
select 1 as a, 2 as b \gdesc
select g, g % 3 as m, 'x' from generate_series(1, 6) g \crosstabview g m
\unset tbl
\qecho done
drop table stats_demo;
