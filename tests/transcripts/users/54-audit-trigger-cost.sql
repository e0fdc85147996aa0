-- what does an audit trigger cost in bytes?
create table customer (id int primary key, name text, address jsonb, updated int default 0);
create table customer_audit (
  aid bigserial primary key, op char(1), id int, old_row jsonb, new_row jsonb, changed text[]
);
create or replace function audit_customer() returns trigger language plpgsql as $$
declare
  o jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  n jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  cols text[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(key order by key) into cols
    from jsonb_each(n) e where e.value is distinct from o -> e.key;
    if cols is null then
      raise notice 'nothing changed for %', new.id;
      return new;
    end if;
  end if;
  insert into customer_audit (op, id, old_row, new_row, changed)
  values (left(tg_op, 1), coalesce(new.id, old.id), o, n, cols);
  return coalesce(new, old);
end $$;
create trigger audit_all after insert or update or delete on customer
  for each row execute function audit_customer();
insert into customer select i, 'name ' || i, jsonb_build_object('street', repeat('s', i * 10), 'zip', lpad(i::text, 5, '0'))
from generate_series(1, 100) i;
update customer set updated = updated + 1 where id <= 50;
update customer set name = name where id = 1;
update customer set address = jsonb_set(address, '{zip}', '"99999"') where id in (10, 90);
delete from customer where id > 95;
select op, count(*), sum(pg_column_size(old_row)) as old_bytes, sum(pg_column_size(new_row)) as new_bytes, sum(pg_column_size(a.*)) as row_bytes
from customer_audit a group by op order by op;
select aid, op, id, changed, new_row -> 'address' ->> 'zip' as zip, pg_column_size(new_row) from customer_audit where 'address' = any (changed) order by aid;
select pg_size_pretty(pg_total_relation_size('customer')) as base, pg_size_pretty(pg_total_relation_size('customer_audit')) as audit,
       round(pg_total_relation_size('customer_audit')::numeric / pg_total_relation_size('customer'), 2) as factor;
\dS+ customer
select tgname, tgenabled, tgtype, pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'customer'::regclass and not tgisinternal;
alter table customer disable trigger audit_all;
update customer set updated = 0;
alter table customer enable trigger audit_all;
select count(*) from customer_audit;
create trigger bad after insert on customer for each row execute function no_such_fn();
insert into customer values (1, 'dup');
explain (analyze, buffers, costs off, timing off, summary off) update customer set updated = 5 where id = 3;
drop function audit_customer();
drop function audit_customer() cascade;
drop table customer, customer_audit;
