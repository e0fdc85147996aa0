-- Rows by their address.
create table c (id int, v text);
insert into c select i, 'row ' || i from generate_series(1, 500) i;
select ctid, * from c limit 3;
select ctid, id from c where ctid = '(1,5)';
explain (costs off) select * from c where ctid = '(1,5)';
explain (costs off) select * from c where ctid in ('(0,1)', '(1,1)');
select count(*) from c where ctid >= '(1,0)' and ctid < '(2,0)';
update c set v = 'moved' where id = 1 returning ctid, xmin <> 0 as has_xmin, xmax;
select split_part(trim(both '()' from ctid::text), ',', 1)::int as page, count(*), min(id), max(id) from c group by 1 order by 1;
delete from c where ctid = (select min(ctid) from c);
select min(ctid), max(ctid) from c;
delete from c a using c b where a.ctid < b.ctid and a.v = b.v;
select '(4294967295,65535)'::tid, '(0,1)'::tid < '(0,2)'::tid, '(1,1)'::tid = '(1,1)'::tid;
select ctid, cmin, cmax, tableoid::regclass from c order by ctid limit 2;
