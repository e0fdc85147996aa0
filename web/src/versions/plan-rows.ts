// EXPLAIN and the planner's choices: the rows of the table of differences, each with its script.
import { ANALYZE, shownBy, ROWS, type RowScripts } from './row-script';

export const PLAN_ROWS: RowScripts = {
  row_counts: shownBy(`${ROWS}${ANALYZE}
SELECT * FROM t WHERE id < 10;`),
  buffers_shown: shownBy(`${ROWS}EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(*) FROM t;`),
  index_searches_shown: shownBy(`${ROWS}${ANALYZE}
SELECT * FROM t WHERE id = 7;`),
  stored_rows_shown: shownBy(`${ROWS}${ANALYZE}
WITH c AS MATERIALIZED (SELECT * FROM t WHERE id < 10) SELECT count(*) FROM c;`),
  fillfactor_estimated: shownBy(`CREATE TABLE t (id int) WITH (fillfactor = 20);
EXPLAIN SELECT * FROM t;`),
  sub_plan_names: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM t WHERE id = (SELECT max(id) FROM t);`),
  loop_parameters_seen_below: shownBy(`${ROWS}CREATE INDEX ON t (a);
EXPLAIN (COSTS OFF)
SELECT * FROM t p, LATERAL (SELECT max(a) FROM t q WHERE q.id <> p.id) m;`),
  window_shown: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT id, sum(id) OVER (ORDER BY id) FROM t;`),
  window_frames: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT id, row_number() OVER (ORDER BY id) FROM t;`),
  redundant_groups_dropped: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT id, count(*) FROM t WHERE id = 7 GROUP BY id;`),
  redundant_partitions_dropped: shownBy(`${ROWS}EXPLAIN
SELECT id, row_number() OVER (PARTITION BY id) FROM t WHERE id = 7;`),
  window_first_row_costed: shownBy(`${ROWS}EXPLAIN
SELECT id, count(*) OVER () FROM t LIMIT 1;`),
  array_scans: shownBy(`${ROWS}EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM t WHERE id IN (3, 4, 5, 900);`),
  skip_scans: shownBy(`CREATE TABLE t (a int, b int);
INSERT INTO t SELECT i % 5, i FROM generate_series(1, 20000) i;
CREATE INDEX ON t (a, b);
VACUUM ANALYZE t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM t WHERE b = 777;`),
  self_joins_removed: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT p.a FROM t p JOIN t q USING (id);`),
  needs_noted_anew: shownBy(`${ROWS}CREATE TABLE u AS SELECT * FROM t;
VACUUM ANALYZE u;
EXPLAIN SELECT x.a FROM u x, u y, u z LEFT JOIN t ON t.id = z.id
WHERE x.id = y.id AND y.id = z.id AND z.id = 7;`),
  groups_reordered:
    shownBy(`CREATE TABLE t AS SELECT i % 300 AS a, i % 50 AS b FROM generate_series(1, 3000) i;
CREATE INDEX ON t (b, a);
VACUUM ANALYZE t;
SET enable_hashagg = off;
EXPLAIN (COSTS OFF) SELECT a, b, count(*) FROM t GROUP BY a, b;`),
  merges_by_first_keys: shownBy(`${ROWS}CREATE TABLE u AS SELECT * FROM t;
VACUUM ANALYZE u;
SET enable_nestloop = off; SET enable_hashjoin = off;
EXPLAIN (COSTS OFF) SELECT u.id, t.a FROM t, u WHERE t.id = u.id ORDER BY t.id NULLS FIRST, u.a LIMIT 5;`),
  false_among_others_found: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM t WHERE id = 1 AND id = 2;`),
  or_as_array: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM t WHERE id = 1 OR id = 2 OR id = 700;`),
  implied_equalities_shared: shownBy(`${ROWS}CREATE TABLE u AS SELECT * FROM t;
CREATE INDEX ON u (id);
VACUUM ANALYZE u;
SET enable_indexscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off;
EXPLAIN (COSTS OFF)
SELECT * FROM t JOIN u USING (id) WHERE t.a < '02';`),
  several_union_ways: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT id FROM t UNION SELECT id FROM t ORDER BY 1;`),
  correlated_in_joined: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM t WHERE a IN (SELECT a FROM t inner_t WHERE inner_t.id > t.id);`),
  hash_entries: shownBy(`${ROWS}SET work_mem = '64kB';
EXPLAIN SELECT id % 1500, count(*) FROM t GROUP BY 1;`),
  partly_sorted_distinct: shownBy(`CREATE TABLE t (n int, a text);
INSERT INTO t SELECT i % 20, md5(i::text) FROM generate_series(1, 2000) i;
CREATE INDEX ON t (n);
VACUUM ANALYZE t;
EXPLAIN (COSTS OFF) SELECT DISTINCT n, a FROM t ORDER BY n LIMIT 3;`),
  distinct_reordered: shownBy(`${ROWS}EXPLAIN (COSTS OFF) SELECT DISTINCT a, id FROM t LIMIT 3;`),
  equal_columns_projected: shownBy(`${ROWS}CREATE INDEX ON t (a, id);
EXPLAIN (COSTS OFF) SELECT DISTINCT a FROM t ORDER BY a LIMIT 3;`),
  values_as_array: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM t WHERE id IN (VALUES (1), (2));`),
  statistics_through_with: shownBy(`${ROWS}EXPLAIN
WITH s AS MATERIALIZED (SELECT * FROM t) SELECT * FROM s WHERE id < 7;`),
  order_through_with: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
WITH s AS MATERIALIZED (SELECT * FROM t ORDER BY id) SELECT * FROM s ORDER BY id LIMIT 3;`),
  groups_known_unique: shownBy(`CREATE TABLE t (n int);
INSERT INTO t SELECT i % 100 FROM generate_series(1, 5000) i;
CREATE TABLE u AS SELECT i % 50 AS n FROM generate_series(1, 400) i;
ANALYZE t, u;
EXPLAIN SELECT * FROM (SELECT n, count(*) FROM t GROUP BY n) s JOIN u ON u.n = s.n;`),
  set_operations_of_two: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT a FROM t INTERSECT SELECT a FROM t;`),
  right_anti_joins: shownBy(`${ROWS}CREATE TABLE u AS SELECT i AS id FROM generate_series(1, 50) i;
ANALYZE u;
EXPLAIN (COSTS OFF)
SELECT * FROM u WHERE NOT EXISTS (SELECT FROM t WHERE t.a = u.id::text);`),
  outer_equalities_replaced:
    shownBy(`${ROWS}CREATE TABLE u AS SELECT i AS id FROM generate_series(1, 50) i;
ANALYZE u;
EXPLAIN (COSTS OFF)
SELECT * FROM u LEFT JOIN t ON t.id = u.id WHERE u.id = 7;`),
  right_semi_joins: shownBy(`${ROWS}CREATE TABLE u AS SELECT i AS id FROM generate_series(1, 50) i;
ANALYZE u;
EXPLAIN (COSTS OFF)
SELECT * FROM u WHERE EXISTS (SELECT FROM t WHERE t.a = u.id::text);`),
  needless_scans_free: shownBy(`${ROWS}EXPLAIN SELECT id FROM t UNION SELECT id FROM t;`),
  moved_init_plans_costed: shownBy(`${ROWS}EXPLAIN SELECT *
FROM (SELECT id, count(*) FROM t GROUP BY id) u WHERE id = (SELECT max(id) FROM t);`),
  startup_appends: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT * FROM (SELECT * FROM t UNION ALL SELECT * FROM t) u WHERE id < 400 LIMIT 1;`),
  fraction_appends: shownBy(`CREATE TABLE t (n int, a text);
INSERT INTO t SELECT (i * 7919) % 20000, md5(i::text) FROM generate_series(1, 20000) i;
CREATE INDEX ON t (n);
VACUUM ANALYZE t;
EXPLAIN (COSTS OFF)
SELECT * FROM (SELECT * FROM t UNION ALL SELECT * FROM t) u WHERE n < 30 LIMIT 3;`),
  branches_tuples_summed: shownBy(`${ROWS}EXPLAIN
SELECT id, count(*) FROM (SELECT id FROM t UNION ALL SELECT id FROM t) u WHERE id < 50 GROUP BY id;`),
  run_conditions_read_columns: shownBy(`CREATE TABLE a (m int, n int);
EXPLAIN (COSTS OFF)
SELECT * FROM (SELECT m, count(n) OVER (ORDER BY m) AS c FROM a) w WHERE c <= 3;`),
  memoize_keys_once: shownBy(`CREATE TABLE x (a int);
INSERT INTO x SELECT i % 10 FROM generate_series(1, 1000) i;
CREATE TABLE y (a int, t text);
INSERT INTO y SELECT i, 'y' || i FROM generate_series(1, 3000) i;
CREATE INDEX ON y (a);
ANALYZE x, y;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
EXPLAIN (COSTS OFF) SELECT *
FROM x, LATERAL (SELECT count(*) FROM y WHERE y.a < x.a AND y.a > x.a - 3) z;`),
  appends_memoized:
    shownBy(`${ROWS}CREATE TABLE u AS SELECT i % 20 AS n FROM generate_series(1, 2000) i;
ANALYZE u;
EXPLAIN (COSTS OFF)
SELECT * FROM u JOIN (SELECT * FROM t UNION ALL SELECT * FROM t) b ON b.id = u.n;`),
  array_lengths_known: shownBy(`CREATE TABLE t (a int[]);
INSERT INTO t SELECT ARRAY[i, i, i + 1] FROM generate_series(1, 100) i;
ANALYZE t;
EXPLAIN SELECT unnest(a) FROM t;`),
  not_null_known: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT min(id) FROM t;`),
  disabled_nodes_counted: shownBy(`CREATE TABLE t (id int);
SET enable_seqscan = off;
EXPLAIN SELECT * FROM t;`),
  presorted_aggregates: shownBy(`${ROWS}EXPLAIN (COSTS OFF)
SELECT string_agg(a, ',' ORDER BY a) FROM t;`),
  memory_chunks: shownBy(`${ROWS}${ANALYZE}
SELECT * FROM t ORDER BY a;`),
  groups_packed: shownBy(`${ROWS}${ANALYZE}
SELECT id % 7, count(*) FROM t GROUP BY 1;`),
  single_sorts: shownBy(`${ROWS}${ANALYZE}
SELECT a FROM t WHERE id < 300 ORDER BY a;`),
  look_ahead: shownBy(`${ROWS}EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM t LIMIT 1;`),
  bitmap_look_ahead: shownBy(`${ROWS}CREATE INDEX ON t (a);
SET enable_indexscan = off; SET enable_seqscan = off;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM t WHERE a < '1' LIMIT 1;`),
  settings_by_age: shownBy(`CREATE TABLE t (id int);
SET work_mem = '64kB';
SET enable_seqscan = off;
EXPLAIN (SETTINGS, COSTS OFF) SELECT * FROM t;`),
  explain_generic_plan: shownBy(
    `${ROWS}EXPLAIN (GENERIC_PLAN, COSTS OFF) SELECT * FROM t WHERE id = $1;`,
  ),
  explain_serialize: shownBy(`CREATE TABLE t (id int, a text);
ALTER TABLE t ALTER a SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat(md5(i::text), 200) FROM generate_series(1, 20) i;
EXPLAIN (ANALYZE, SERIALIZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t;`),
  io_times_by_kind: shownBy(`${ROWS}SET track_io_timing = on;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT json) SELECT count(*) FROM t;`),
  larger_sort_groups: shownBy(`CREATE TABLE t (n int, a text);
INSERT INTO t SELECT i % 20, md5(i::text) FROM generate_series(1, 2000) i;
CREATE INDEX ON t (n);
VACUUM ANALYZE t;
EXPLAIN SELECT * FROM t ORDER BY n, a LIMIT 3;`),
  backward_descents: shownBy(`CREATE TABLE t AS SELECT i AS id FROM generate_series(1, 2000) i;
CREATE INDEX t_id ON t (id);
VACUUM ANALYZE t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id < 367 ORDER BY id DESC LIMIT 1;`),
  left_link_read_once: shownBy(`${ROWS}SET enable_seqscan = off;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE a < 'z' ORDER BY id DESC;`),
  boolean_equalities_prove: shownBy(`CREATE TABLE w (id int PRIMARY KEY, m int, b boolean NOT NULL);
INSERT INTO w SELECT g, g % 50, g % 11 = 3 FROM generate_series(1, 20000) g;
CREATE INDEX w_m ON w (m, b);
ANALYZE w;
EXPLAIN (COSTS OFF) SELECT * FROM w WHERE m = 3 AND b;`),
  outer_conditions_last:
    shownBy(`CREATE TABLE p (id int PRIMARY KEY, name text, cat int, price int);
CREATE TABLE m (p int UNIQUE, dear int);
CREATE TABLE l (p int, price int);
INSERT INTO p SELECT g, 'product ' || g, 1 + g % 30, g % 500 FROM generate_series(1, 400) g;
INSERT INTO m SELECT g, g % 90 FROM generate_series(1, 400) g;
INSERT INTO l SELECT 1 + g % 400, g % 99 FROM generate_series(1, 12000) g;
CREATE INDEX ON l (p);
ANALYZE;
EXPLAIN (COSTS OFF) SELECT t3.cat, t4.p FROM m t1, p t2, p t3 LEFT JOIN l t4 ON t4.p = t3.id AND t4.price > 90 WHERE t2.id = t1.p AND t3.id = t1.p AND t1.dear >= 50 AND t3.name = 'x';`),
  equal_columns_unique_once:
    shownBy(`CREATE TABLE t AS SELECT i % 10 AS a, i % 7 AS b FROM generate_series(1, 1000) i;
ANALYZE;
EXPLAIN (COSTS OFF) SELECT x.a FROM t x WHERE EXISTS (SELECT FROM t y WHERE y.a = x.a AND y.b = x.a);`),
  all_series_estimated: shownBy(
    `EXPLAIN SELECT * FROM generate_series(timestamp '2024-01-01', '2024-02-01', '1 day') d;`,
  ),
  groups_dropped_by_unique: shownBy(`CREATE TABLE t (id int NOT NULL UNIQUE, a text);
INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 100) i;
ANALYZE;
EXPLAIN (COSTS OFF) SELECT id, a, count(*) FROM t GROUP BY id, a;`),
};
