-- What a session counts is shown when it ends, or a second later; \dD shows what is NULL from 16 on
create table big (id int primary key, a text);
select seq_scan, n_tup_ins from pg_stat_user_tables;
insert into big select i, repeat('a', i) from generate_series(1, 200) i;
update big set a = 'x' where id < 10;
\c
select pg_sleep(0.2);
select seq_scan, seq_tup_read, idx_scan, n_tup_ins, n_tup_upd, n_live_tup from pg_stat_user_tables order by relname;
delete from big;
select seq_scan, seq_tup_read, idx_scan, n_tup_del, n_live_tup from pg_stat_user_tables order by relname;
begin;
insert into big select generate_series(1, 10);
\c postgres
select pg_sleep(0.2);
select seq_scan, seq_tup_read, idx_scan, n_tup_ins, n_tup_del, n_live_tup, n_dead_tup from pg_stat_user_tables order by relname;
\pset null '(none)'
create domain email as text check (value ~ '@');
create domain code as varchar(5) collate "C" not null default 'none';
\dD
