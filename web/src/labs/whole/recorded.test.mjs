// The table of sixteen gigabytes against the one that a PostgreSQL 15 made of the same statements: `recorded/*.out`
// is what `psql -XAtq -f` printed there for `recorded/*.sql`, with 2 GB of shared buffers.
import { expect, test } from 'vitest';
import { SHIPPED } from '../study/studies';
import { unpack } from '../study/shipped';
import extendedOut from './recorded/extended.out?raw';
import extendedSql from './recorded/extended.sql?raw';
import externalOut from './recorded/external.out?raw';
import externalSql from './recorded/external.sql?raw';
import { PIECES, SIZES, load, prepare, read } from './statements';

const ROWS = 1_000_000;
/** Pieces after which the server was asked. */
const EVERY = 10;
const PLAN = 'EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)';

const loaded = (piece) => ((piece + 1) * ROWS) / PIECES;

/** What the server was given. */
function script(storage) {
  const lines = prepare(storage);
  for (let piece = 0; piece < PIECES; piece++) {
    lines.push(`${load(piece, ROWS)};`);
    if ((piece + 1) % EVERY === 0) lines.push(SIZES, `${PLAN} ${read(loaded(piece))};`);
  }
  return `${lines.join('\n')}\n`;
}

/** The server's numbers, a row each time it was asked. */
function recorded(printed) {
  const sizes = [...printed.matchAll(/^(\d+)\|(\d+)\|(\d+)\|(\d+)\|(\d+)$/gm)];
  const plans = [
    ...printed
      .replace(/^Planning:\n.*\n/gm, '')
      .matchAll(/^ {2}Buffers: shared hit=(\d+)(?: read=(\d+))?/gm),
  ];
  return sizes.map(([, heap, toast, index, key, table], i) => ({
    heap_bytes: Number(heap),
    toast_bytes: Number(toast),
    index_bytes: Number(index),
    key_bytes: Number(key),
    table_bytes: Number(table),
    // The first statement of its kind looks things up in the catalog besides.
    ...(i > 0 && { read_buffers: Number(plans[i][1]) + Number(plans[i][2] ?? 0) }),
  }));
}

test.each([
  ['EXTERNAL', externalSql, externalOut],
  ['EXTENDED', extendedSql, extendedOut],
])('%s has the server’s sizes to the byte, and its buffers', (storage, sql, printed) => {
  expect(sql).toBe(script(storage));
  const server = recorded(printed);
  expect(server).toHaveLength(PIECES / EVERY);
  const rows = unpack(SHIPPED.whole).filter((r) => r.part === 'whole' && r.setting === storage);
  const ours = server.map((fields, i) => {
    const row = rows.find((r) => r.rows === loaded((i + 1) * EVERY - 1));
    return Object.fromEntries(Object.keys(fields).map((field) => [field, row[field]]));
  });
  expect(ours).toEqual(server);
});
