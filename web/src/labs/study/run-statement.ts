// Runs statements for what they cost, which is read from what psql printed.
import { readResults, type Table } from '../../lessons/psql-output';

/** Runs a statement and gives what psql printed. */
export type Run = (statement: string) => string | Promise<string>;

/** What a statement took, as its plan says. */
export interface Cost {
  /** Buffers hit and read. */
  buffers: number;
  walRecords: number;
  walBytes: number;
  /** Milliseconds as the engine models them. */
  time: number;
}

/** The statement that runs a query and prints its cost. */
export const explained = (sql: string) => `EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF) ${sql};`;

/** Runs a statement; throws if it fails. */
export async function runOrThrow(run: Run, statement: string): Promise<string> {
  const printed = await run(statement);
  const wrong = /^psql:\S* ((?:ERROR|FATAL): .*)$/m.exec(printed);
  if (wrong) throw new Error(`${wrong[1]} (${statement.slice(0, 120)})`);
  return printed;
}

/** Runs a statement (without its semicolon) under EXPLAIN, and returns its cost. Throws if no plan is printed. */
export async function costOf(run: Run, sql: string): Promise<Cost> {
  const plan = readResults(await runOrThrow(run, explained(sql))).plans.at(-1);
  if (plan?.time == null) throw new Error(`There is no plan: ${sql.slice(0, 120)}`);
  return {
    buffers: plan.buffers.hit + plan.buffers.read,
    walRecords: plan.wal.records,
    walBytes: plan.wal.bytes,
    time: plan.time,
  };
}

/** Runs a statement, and returns the last table it prints. Throws if it prints none. */
export async function tableOf(run: Run, statement: string): Promise<Table> {
  const table = readResults(await runOrThrow(run, statement)).tables.at(-1);
  if (!table) throw new Error(`It printed no table: ${statement.slice(0, 120)}`);
  return table;
}

/** Runs a statement, and returns the numbers in the first row of its result. */
export async function numbersOf(run: Run, statement: string): Promise<number[]> {
  return ((await tableOf(run, statement)).rows[0] ?? []).map(Number);
}
