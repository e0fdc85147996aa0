// The rows of the table of differences, in the order in which "What changes from 15 to 18" lists them.
import type { Preset } from '../compare/preset';
import { UPGRADE_SIDES } from '../compare/upgrades';
import { LOG_ROWS } from './log-rows';
import { PAGE_ROWS } from './page-rows';
import { PLAN_ROWS } from './plan-rows';
import type { RowScripts } from './row-script';
import { SQL_ROWS } from './sql-rows';

export const ROW_GROUPS: readonly { title: string; rows: RowScripts }[] = [
  { title: 'EXPLAIN and the planner', rows: PLAN_ROWS },
  { title: 'The log', rows: LOG_ROWS },
  { title: 'Pages and VACUUM', rows: PAGE_ROWS },
  { title: 'SQL, catalogs and psql', rows: SQL_ROWS },
];

/** A row's name in words: `prune_records` is "prune records". */
export const inWords = (name: string): string => name.replaceAll('_', ' ');

/** The comparisons that the rows' scripts make, on 15 and on 18. */
export const ROW_PRESETS: Preset[] = ROW_GROUPS.flatMap(({ rows }) =>
  Object.entries(rows).flatMap(([name, shown]) =>
    'script' in shown
      ? {
          id: name,
          title: `15 and 18: ${inWords(name)}`,
          sides: UPGRADE_SIDES,
          differences: [name],
          script: shown.script,
        }
      : [],
  ),
);
