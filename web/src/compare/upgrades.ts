// Comparisons before an upgrade: the same script on PostgreSQL 15 and on 18.
import { chooseServer, RELEASES } from '../engine/releases';
import type { Preset } from './preset';

/** PostgreSQL 15 beside 18. */
export const UPGRADE_SIDES = [
  { name: RELEASES['15'], setting: chooseServer('15') },
  { name: RELEASES['18'], setting: chooseServer('18') },
] as const;

/** Each with the rows of the table of differences (docs/versions.json) that it shows. */
export const UPGRADES: Preset[] = [
  {
    id: 'upgrade-vacuum',
    title: '15 and 18: what VACUUM logs',
    sides: UPGRADE_SIDES,
    differences: ['prune_records', 'freeze_plans', 'page_freezing', 'in_place_records'],
    script: `CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, 'row ' || i FROM generate_series(1, 20000) i;
DELETE FROM t WHERE id % 2 = 0;
SELECT pg_current_wal_insert_lsn() AS before \\gset
VACUUM (FREEZE) t;
SELECT pg_current_wal_insert_lsn() AS after \\gset
CHECKPOINT;
SELECT pg_wal_lsn_diff(:'after', :'before') AS bytes_logged;
SELECT record_type, count(*), sum(record_length) AS bytes
  FROM pg_get_wal_records_info(:'before', :'after')
  WHERE resource_manager IN ('Heap', 'Heap2', 'Btree') GROUP BY 1 ORDER BY 1;`,
  },
  {
    id: 'upgrade-checksums',
    title: '15 and 18: a read that writes the log',
    sides: UPGRADE_SIDES,
    differences: ['checksums'],
    script: `CREATE TABLE t (id int, a text);
INSERT INTO t SELECT i, repeat('x', 200) FROM generate_series(1, 5000) i;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before \\gset
SELECT count(*) FROM t;
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'before') AS logged_by_reading;
SELECT count(*) FROM t;`,
  },
  {
    id: 'upgrade-explain',
    title: '15 and 18: a list of keys, and what EXPLAIN says',
    sides: UPGRADE_SIDES,
    differences: ['array_scans', 'index_searches_shown', 'row_counts', 'buffers_shown'],
    script: `CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 20000) i;
VACUUM ANALYZE t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM t WHERE id IN (3, 4, 5, 900);
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT a FROM t WHERE id BETWEEN 100 AND 110;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(*) FROM t WHERE a LIKE 'ab%';`,
  },
  {
    id: 'upgrade-load',
    title: '15 and 18: how a file grows while rows are loaded',
    sides: UPGRADE_SIDES,
    differences: ['bulk_growth'],
    script: `CREATE TABLE t (id int, a text);
INSERT INTO t SELECT i, repeat(md5(i::text), 30) FROM generate_series(1, 4000) i;
SELECT pg_relation_size('t') AS table, pg_relation_size('t', 'fsm') AS free_space_map;
CREATE TABLE u AS SELECT * FROM t;
SELECT pg_relation_size('u') AS table, pg_relation_size('u', 'fsm') AS free_space_map;`,
  },
  {
    id: 'upgrade-toast',
    title: '15 and 18: large documents',
    sides: UPGRADE_SIDES,
    differences: ['row_counts', 'buffers_shown'],
    script: `CREATE TABLE docs (id int PRIMARY KEY, doc jsonb);
INSERT INTO docs SELECT i, jsonb_build_object('id', i, 'views', 0,
    'words', (SELECT jsonb_agg(md5((i * j)::text)) FROM generate_series(1, 200) j))
  FROM generate_series(1, 50) i;
VACUUM docs;
SELECT min(pg_column_size(doc)), max(pg_column_size(doc)), pg_table_size('docs') FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT doc -> 'views' FROM docs WHERE id = 7;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE docs SET doc = jsonb_set(doc, '{views}', '1') WHERE id = 7;
SELECT pg_table_size('docs');`,
  },
];
