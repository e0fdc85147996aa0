// Measuring: the statements of a strategy run on a fresh database, and what psql printed read back.
import { readResults } from '../../lessons/results';
import {
  OPERATIONS,
  documents,
  explained,
  setUp,
  type Operation,
  type Strategy,
} from './strategies';

/** What a statement took, as its plan says. */
export interface Cost {
  /** Buffers hit and read. */
  buffers: number;
  walRecords: number;
  walBytes: number;
  /** Milliseconds as the engine models them. */
  time: number;
}

/** A statement measured. */
export interface Measured extends Cost {
  strategy: Strategy;
  operation: Operation;
  /** The document's number. */
  id: number;
  /** Its bytes as a value in memory. */
  bytes: number;
}

/** Runs a statement and gives what psql printed. */
export type Run = (statement: string) => string | Promise<string>;

/** How many statements a strategy takes, those before an update not counted. */
export const statements = (strategy: Strategy, step: number) =>
  setUp(strategy, step).length + documents(step).length * OPERATIONS.length;

/** Runs a statement that is not to fail. */
async function must(run: Run, statement: string): Promise<string> {
  const printed = await run(statement);
  const wrong = /^psql:\S* ((?:ERROR|FATAL): .*)$/m.exec(printed);
  if (wrong) throw new Error(`${wrong[1]} (${statement.slice(0, 120)})`);
  return printed;
}

function read(printed: string, statement: string): Cost {
  const plan = readResults(printed).plans.at(-1);
  if (plan?.time == null) throw new Error(`There is no plan: ${statement.slice(0, 120)}`);
  return {
    buffers: plan.buffers.hit + plan.buffers.read,
    walRecords: plan.wal.records,
    walBytes: plan.wal.bytes,
    time: plan.time,
  };
}

/** Measures a strategy on a database that is empty; gives each statement as it is done, set-up ones as null. */
export async function* sweep(
  strategy: Strategy,
  step: number,
  run: Run,
): AsyncGenerator<Measured | null> {
  const bytes = new Map<number, number>();
  for (const statement of setUp(strategy, step)) {
    const printed = await must(run, statement);
    const table = readResults(printed).tables.find((t) => t.columns.includes('bytes'));
    for (const [id, size] of table?.rows ?? []) bytes.set(Number(id), Number(size));
    yield null;
  }
  for (const id of documents(step)) {
    for (const operation of OPERATIONS) {
      for (const statement of operation.before(id)) await must(run, statement);
      const statement = explained(operation.sql(id));
      const cost = read(await must(run, statement), statement);
      yield { strategy, operation, id, bytes: bytes.get(id) ?? 0, ...cost };
    }
  }
}
