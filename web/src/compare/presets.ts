// The comparisons that come with the page: each has one script, which reads psql's variables; the two settings set
// these.
import { limits } from '../engine/limits';
import { SETTINGS, settingsOf } from '../labs/strategies/strategies';
import type { Preset } from './preset';
import { UPGRADES } from './upgrades';

/** Five documents, the largest of 330 kB, and what is done to that one. */
const DOCUMENTS = `CREATE EXTENSION jsonb_toaster;
CREATE TABLE docs (id int PRIMARY KEY, jb jsonb TOASTER :toaster);
INSERT INTO docs SELECT i, jsonb_build_object(
    'key1', i,
    'key2', (SELECT jsonb_agg(j * 7919 % 10007) FROM generate_series(1, i * 4000) j),
    'key3', i,
    'key4', (SELECT jsonb_agg(j) FROM generate_series(1, i * 400) j))
  FROM generate_series(1, 5) i;
SELECT id, pg_column_size(jb) FROM docs;
SELECT jb->'key1' FROM docs WHERE id = 5;
SELECT jb->'key4'->0 FROM docs WHERE id = 5;
UPDATE docs SET jb = jsonb_set(jb, '{key3}', '7') WHERE id = 5;
UPDATE docs SET jb = jsonb_set(jb, '{key2,0}', '7777') WHERE id = 5;
UPDATE docs SET jb = jsonb_set(jb, '{key2,-1}', '7777') WHERE id = 5;
SELECT jb->'key2'->0, jb->'key2'->-1, jb->'key3' FROM docs WHERE id = 5;`;

export const PRESETS: Preset[] = [
  {
    id: 'compression',
    title: 'pglz and lz4',
    sides: [
      { name: 'pglz', setting: `SET default_toast_compression = 'pglz';` },
      { name: 'lz4', setting: `SET default_toast_compression = 'lz4';` },
    ],
    script: `CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, string_agg('user ' || i * j * 7919 % 10007 || ' logged in from 10.0.'
    || j % 200 || '.' || i * j % 250, E'\\n')
  FROM generate_series(1, 40) i, generate_series(1, 400) j GROUP BY i;
INSERT INTO t SELECT i, repeat('a toast to bread, ', 4000) FROM generate_series(41, 80) i;
SELECT sum(pg_column_size(a)) AS stored, sum(length(a)) AS characters FROM t;
SELECT id, substr(a, 5000, 20) FROM t WHERE id IN (1, 41);`,
  },
  {
    id: 'storage',
    title: 'EXTENDED and EXTERNAL',
    sides: [
      { name: 'EXTENDED', setting: '\\set storage EXTENDED' },
      { name: 'EXTERNAL', setting: '\\set storage EXTERNAL' },
    ],
    script: `CREATE TABLE t (id int PRIMARY KEY, a text);
ALTER TABLE t ALTER a SET STORAGE :storage;
INSERT INTO t SELECT i, string_agg((i * j)::text, ' ')
  FROM generate_series(1, 60) i, generate_series(1, 12000) j GROUP BY i;
SELECT pg_column_size(a), length(a) FROM t WHERE id = 7;
SELECT substr(a, 40000, 30) FROM t WHERE id = 7;
SELECT sum(length(a)) FROM t;`,
  },
  {
    id: 'target',
    title: 'A row of 2 kB and one of 128 bytes',
    sides: [
      { name: `${limits.toastTupleTarget}`, setting: `\\set target ${limits.toastTupleTarget}` },
      { name: '128', setting: '\\set target 128' },
    ],
    script: `CREATE TABLE t (id int PRIMARY KEY, a text, n int) WITH (toast_tuple_target = :target);
ALTER TABLE t ALTER a SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat(md5(i::text), 40), 0 FROM generate_series(1, 600) i;
SELECT count(n) FROM t;
UPDATE t SET n = n + 1;
SELECT sum(length(a)) FROM t;`,
  },
  {
    id: 'jsonb-toaster',
    title: 'A proposal: the default toaster and jsonb_toaster',
    sides: [
      { name: 'default', setting: '\\set toaster deftoaster' },
      { name: 'jsonb_toaster', setting: '\\set toaster jsonb_toaster' },
    ],
    script: DOCUMENTS,
  },
  {
    id: 'jsonb-strategies',
    title: 'A proposal: documents whole, and shared TOAST',
    sides: [
      { name: 'whole', setting: ['\\set toaster jsonb_toaster', ...settingsOf([])].join('\n') },
      {
        name: 'shared',
        setting: [
          '\\set toaster jsonb_toaster',
          ...settingsOf(SETTINGS.slice(0, SETTINGS.indexOf('toast_fields') + 1)),
        ].join('\n'),
      },
    ],
    script: DOCUMENTS,
  },
  {
    id: 'bytea-toaster',
    title: 'A proposal: the default toaster and bytea_toaster',
    sides: [
      { name: 'default', setting: '\\set toaster deftoaster' },
      { name: 'bytea_toaster', setting: '\\set toaster bytea_toaster' },
    ],
    script: `CREATE EXTENSION bytea_toaster;
CREATE TABLE log (id int PRIMARY KEY, data bytea STORAGE EXTERNAL TOASTER :toaster);
INSERT INTO log VALUES (1, repeat('a', 1000000)::bytea);
UPDATE log SET data = data || 'x'::bytea;
UPDATE log SET data = data || repeat('y', 1000)::bytea;
UPDATE log SET data = data || repeat('z', 1000)::bytea;
UPDATE log SET data = data || repeat('w', 10000)::bytea;
SELECT length(data), substr(data, 1000000, 3) FROM log;
SELECT pg_size_pretty(pg_table_size('log'));`,
  },
  ...UPGRADES,
];
