import { expect, it } from 'vitest';
import type { Opened } from '../engine/protocol';
import { statementsFor } from './sql';

const page = (what: Opened['what'], qualified: string, fork: 'main' | 'fsm' = 'main') =>
  ({ place: { kind: 'page', relation: 1, fork, block: 3, item: 0 }, what, qualified }) as Opened;

it('asks pageinspect for the same', () => {
  expect(statementsFor(page('heap', 't'), 0)).toEqual([
    "SELECT * FROM page_header(get_raw_page('t', 3));",
    "SELECT * FROM heap_page_items(get_raw_page('t', 3));",
  ]);
  expect(statementsFor(page('toast', 'pg_toast.pg_toast_16384'), 2)[0]).toBe(
    "SELECT * FROM heap_page_items(get_raw_page('pg_toast.pg_toast_16384', 3)) WHERE lp = 2;",
  );
  expect(statementsFor(page('btree', '"My i"'), 7)[1]).toBe(
    `SELECT * FROM bt_page_items('"My i"', 3) WHERE itemoffset = 7;`,
  );
  expect(statementsFor(page('fsm', 't', 'fsm'), 0)).toEqual([
    "SELECT fsm_page_contents(get_raw_page('t', 'fsm', 3));",
  ]);
});
