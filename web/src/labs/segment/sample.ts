// The log that the segment lab shows before somebody brings one: the engine writes it with these statements, page
// images included.
import type { Workload } from '../archive/workloads';

export const SAMPLE: Workload = {
  name: 'sample',
  title: 'A small log',
  about: '40 rows with a value that is TOASTed, a checkpoint, an update of each',
  setup: () => ['CREATE TABLE t (id int PRIMARY KEY, hits int, v text);', 'CHECKPOINT;'],
  lines: () => [
    `INSERT INTO t SELECT i, 0, (SELECT string_agg(md5((i * 100 + k)::text), '') FROM generate_series(1, 90) k) FROM generate_series(1, 40) i;`,
    'CHECKPOINT;',
    'UPDATE t SET hits = hits + 1;',
    `UPDATE t SET v = v || '!' WHERE id % 10 = 0;`,
    'DELETE FROM t WHERE id % 7 = 0;',
    'VACUUM t;',
  ],
};
