// Finds the one row that a SELECT of one table read, so that the stage shows it. It asks the engine for that row with
// the same FROM and WHERE; the query leaves no trace in the session.
import type { Client } from '../engine/client';
import type { RowView, StepData } from '../engine/protocol';

/** Buffers that the statement may have touched: a long one is not run twice. */
const MOST_BUFFERS = 500;

/** The name of the table after FROM, and the text that follows it; null unless FROM has one table. */
function source(sql: string): { table: string; rest: string } | null {
  const plain = sql.replace(/--.*$/gm, '').trim().replace(/;$/, '');
  const found = /\bfrom\s+(?:only\s+)?([a-z_][\w.]*)(\s+where\b[^;]*)?$/i.exec(plain);
  const [, table, rest = ''] = found ?? [];
  const several = /\b(join|union|except|intersect|group|having|returning|from|;)\b/i;
  return table && !several.test(rest) && plain.match(/\bselect\b/gi)?.length === 1
    ? { table, rest }
    : null;
}

/**
 * The row that a step's query read, as it is after the step; null if it read none or several, or if that is not
 * known.
 */
export async function readRow(step: StepData, client: Client): Promise<RowView | null> {
  const from = source(step.text);
  const { hit, read } = step.counters.statement;
  const heap = step.relations.find(({ name, role }) => name === from?.table && role === 'heap');
  if (!from || !heap || hit + read > MOST_BUFFERS) return null;
  const sql = `SELECT 'row', ctid FROM ${from.table}${from.rest} LIMIT 2;`.replace(/\s+/g, ' ');
  const printed = await client.ask<'printed'>(step.id, { kind: 'printed', sql });
  const rows = [...(printed ?? '').matchAll(/^\W*row\b\D*\((\d+),(\d+)\)/gm)];
  const [, block, offset] = rows[0] ?? [];
  if (rows.length !== 1) return null;
  const place = { relation: heap.oid, block: Number(block), offset: Number(offset) };
  return client.ask<'row'>(step.id, { kind: 'row', ...place });
}
