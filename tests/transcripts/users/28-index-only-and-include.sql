-- A covering index.
create table o (id int primary key, customer int, total numeric, note text);
insert into o select i, i % 100, i * 1.1, repeat('n', 100) from generate_series(1, 5000) i;
create index o_c on o (customer);
create index o_ct on o (customer) include (total);
vacuum analyze o;
select relname, pg_size_pretty(pg_relation_size(oid)) from pg_class where relname like 'o\_%' and relkind = 'i' order by 1;
explain (analyze, buffers, costs off, timing off, summary off) select sum(total) from o where customer = 42;
explain (analyze, buffers, costs off, timing off, summary off) select sum(total) from o where customer = 42;
explain (analyze, buffers, costs off, timing off, summary off) select sum(length(note)) from o where customer = 42;
explain (analyze, buffers, costs off, timing off, summary off) select sum(length(note)) from o where customer = 42;
drop index o_ct;
explain (analyze, buffers, costs off, timing off, summary off) select sum(total) from o where customer = 42;
explain (analyze, buffers, costs off, timing off, summary off) select count(*) from o where customer = 42;
update o set total = 0 where id = 42;
explain (analyze, buffers, costs off, timing off, summary off) select count(*) from o where customer = 42;
explain (analyze, buffers, costs off, timing off, summary off) select count(*) from o where customer = 42;
select indexrelid::regclass, indnatts, indnkeyatts, indisunique from pg_index where indrelid = 'o'::regclass order by 1;
