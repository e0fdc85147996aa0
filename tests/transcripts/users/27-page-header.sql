-- The 24 bytes at the start of a page, and what follows.
create table p (a int, b text);
insert into p values (1, 'one'), (2, 'two'), (3, 'three');
select lower, upper, special, pagesize, version, checksum, flags from page_header(get_raw_page('p', 0));
select (lower - 24) / 4 as line_pointers, upper - lower as free, 8192 - upper as used from page_header(get_raw_page('p', 0));
select lp, lp_off, lp_flags, lp_len, t_hoff, t_data from heap_page_items(get_raw_page('p', 0));
select encode(substring(get_raw_page('p', 0) from lp_off + 1 for lp_len), 'hex') as tuple from heap_page_items(get_raw_page('p', 0)) where lp = 1;
select get_byte(get_raw_page('p', 0), 8190) as near_the_end, length(get_raw_page('p', 0));
select tuple_data_split('p'::regclass, t_data, t_infomask, t_infomask2, t_bits) from heap_page_items(get_raw_page('p', 0));
select get_raw_page('p', 1);
select get_raw_page('p', 'fsm', 0) is null;
insert into p select i, repeat('z', 1500) from generate_series(4, 10) i;
select b, lower, upper from generate_series(0, pg_relation_size('p') / 8192 - 1) b, page_header(get_raw_page('p', b::int));
select pg_relation_filepath('p') ~ '^base/[0-9]+/[0-9]+$' as path, current_setting('block_size');
vacuum p;
select fsm_page_contents(get_raw_page('p', 'fsm', 0)) like '%0: %' as tree;
