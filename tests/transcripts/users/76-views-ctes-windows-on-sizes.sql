create table parts (id int primary key, kind text, body text, created date);
insert into parts select i, (array['bolt','nut','gear'])[1 + i % 3], repeat(chr(65 + i % 26), (i * i) % 3000), date '2024-01-01' + i % 90 from generate_series(1, 240) i;
create view part_sizes as
  select id, kind, length(body) as len, pg_column_size(body) as stored, round(pg_column_size(body)::numeric / nullif(length(body), 0), 3) as ratio from parts;
select * from part_sizes where len > 2900 order by len desc, id;
\d+ part_sizes
select kind, count(*), sum(len), sum(stored), min(ratio), max(ratio), percentile_cont(0.5) within group (order by len) as median
from part_sizes group by kind order by kind;
with ranked as (
  select *, row_number() over (partition by kind order by stored desc, id) rn, sum(stored) over (partition by kind) total,
         ntile(4) over (order by len, id) as quartile, lag(len) over (order by id) as prev, first_value(id) over (partition by kind order by len, id) as smallest
  from part_sizes
) select kind, id, stored, total, round(100.0 * stored / total, 2) as pct, quartile, prev, smallest from ranked where rn <= 2 order by kind, rn;
with recursive halves(n, size) as (
  select 0, 8192 union all select n + 1, size / 2 from halves where size > 1
) select string_agg(size::text, ' > ' order by n) from halves;
select date_trunc('month', created)::date as month, sum(length(body)) as bytes, sum(sum(length(body))) over (order by date_trunc('month', created)) as running,
       pg_size_pretty(sum(length(body))) as pretty from parts group by 1 order by 1;
select distinct on (kind) kind, id, len from part_sizes order by kind, len desc, id;
select p.kind, q.id from (select distinct kind from parts) p cross join lateral (select id from parts where kind = p.kind order by length(body) desc, id limit 2) q order by 1, 2;
select kind, json_agg(json_build_object('id', id, 'len', len) order by id) from part_sizes where id < 7 group by kind order by kind;
select format('%s has %s rows of %s', kind, count(*), pg_size_pretty(sum(stored))) from part_sizes group by kind order by 1;
select format('%-10s|%10s|%I|%L', 'left', 'right', 'Odd Name', 'it''s');
select to_char(sum(len), '999G999G990'), to_char(avg(len), 'FM9990.00'), to_char(0.1234, '90.99%'), to_char(-5, 'S99') from part_sizes;
create materialized view big_parts as select * from part_sizes where len > 1000 with no data;
select count(*) from big_parts;
refresh materialized view big_parts;
select count(*), pg_relation_size('big_parts') from big_parts;
create unique index on big_parts (id);
\d big_parts
create or replace view part_sizes as select id, kind from parts;
create or replace view part_sizes as select id, kind, length(body) as len, pg_column_size(body) as stored, round(pg_column_size(body)::numeric / nullif(length(body), 0), 3) as ratio, created from parts;
drop view part_sizes;
alter table parts drop column body;
alter table parts alter kind type varchar(10);
drop table parts;
explain (costs off) select * from part_sizes where id = 5;
explain (costs off, verbose) select kind, max(len) from part_sizes group by kind;
drop table parts cascade;
