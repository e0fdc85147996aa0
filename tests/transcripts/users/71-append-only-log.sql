-- does an append-only log with BRIN-like queries bloat? (we only have btree here)
create table log_lines (id bigint generated always as identity, ts timestamp not null, level text, line text, primary key (id));
insert into log_lines (ts, level, line)
select timestamp '2024-05-01' + i * interval '7 seconds', (array['DEBUG','INFO','WARN','ERROR'])[1 + (i % 17) / 5], 'request ' || i || ' took ' || i % 991 || ' ms'
from generate_series(1, 3000) i;
create index log_ts on log_lines (ts);
create index log_errors on log_lines (ts) where level = 'ERROR';
analyze log_lines;
select level, count(*), round(avg(length(line)), 2) as avg_len, sum(pg_column_size(l.*)) as bytes from log_lines l group by level order by count(*) desc, level;
select relname, relkind, relpages, reltuples from pg_class where relname like 'log\_%' order by relname;
select date_trunc('hour', ts) as hour, count(*), count(*) filter (where level = 'ERROR') as errors
from log_lines group by 1 order by 1 limit 4;
explain (analyze, buffers, costs off, timing off, summary off)
select count(*) from log_lines where ts >= '2024-05-01 02:00' and ts < '2024-05-01 03:00';
explain (costs off) select * from log_lines where level = 'ERROR' and ts > '2024-05-01 05:00' order by ts limit 10;
explain (costs off) select * from log_lines where level = 'WARN' order by ts desc limit 10;
-- retention: delete the oldest half
delete from log_lines where ts < (select min(ts) + (max(ts) - min(ts)) / 2 from log_lines);
select pg_size_pretty(pg_relation_size('log_lines')) as heap, pg_size_pretty(pg_indexes_size('log_lines')) as idx;
vacuum (verbose off, analyze) log_lines;
select relname, relpages, reltuples, relallvisible from pg_class where relname like 'log\_%' order by relname;
insert into log_lines (ts, level, line) select '2024-06-01'::timestamp + i * interval '1 s', 'INFO', repeat('.', 30) from generate_series(1, 800) i;
select min(ctid), max(ctid), count(*) from log_lines where ts >= '2024-06-01';
select pg_relation_size('log_lines') / 8192 as pages, (select count(distinct (ctid::text::point)[0]) from log_lines) as used_pages;
explain select count(*) from log_lines where id > 3700;
explain select * from log_lines where ts > '2024-06-01 00:10';
select level, ts::date, extract(epoch from max(ts) - min(ts)) as seconds, to_char(min(ts), 'HH24:MI:SS') as first, to_char(max(ts), 'DD Mon YYYY') as last
from log_lines group by 1, 2 order by 1, 2;
truncate log_lines restart identity;
insert into log_lines (ts) values (now()) returning id, level is null as nolevel;
insert into log_lines (level) values ('INFO');
insert into log_lines (id, ts) values (7, 'yesterday at noon');
insert into log_lines (ts) values ('2024-02-30');
insert into log_lines (ts, level) values ('2024-02-28 25:00', 'x');
drop table log_lines;
