// What a lesson's step shows on the stage in the row's place: a result as a table, or what compression made of a row's
// values.
import type { Heard, OpenAnswer } from '../engine/protocol';
import type { Session } from './session.svelte';

/** What the stage shows in the row's place: the rows of a result, or values with their compressed streams. */
export type Exhibit =
  | { kind: 'result'; result: Extract<Heard, { kind: 'rows' }> }
  | { kind: 'streams'; streams: OpenAnswer[] };

/** Where a row is: the relation's oid, the block counted from 0, and the line pointer counted from 1. */
export interface RowPlace {
  relation: number;
  block: number;
  item: number;
}

/** The compressed values of a row, opened; without a row, the last result before the current position. */
export async function exhibitOf(session: Session, row: RowPlace | null): Promise<Exhibit | null> {
  return row ? { kind: 'streams', streams: await streamsOf(session, row) } : lastResult(session);
}

/** The last result up to the position. */
function lastResult({ timeline }: Session): Exhibit | null {
  const { at, tape } = timeline;
  const results = tape.placed.filter(({ end }) => end <= at).flatMap(({ step }) => step.results);
  const result = results.findLast((heard) => heard.kind === 'rows');
  return result ? { kind: 'result', result } : null;
}

/** The compressed values of a row. */
async function streamsOf(session: Session, row: RowPlace): Promise<OpenAnswer[]> {
  const { relation, block, item } = row;
  const found = await session.ask<'row'>({ kind: 'row', relation, block, offset: item });
  const streams: OpenAnswer[] = [];
  for (const [column, { compression }] of (found?.tuple.columns ?? []).entries()) {
    if (!compression) continue;
    const place = { kind: 'value', ...row, column, plain: false } as const;
    const opened = await session.ask<'open'>({ kind: 'open', place });
    if (opened) streams.push(opened);
  }
  return streams;
}
