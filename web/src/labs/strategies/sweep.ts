// Runs the statements of a strategy on a fresh database, and reads what they cost from what psql printed.
import { readResults } from '../../lessons/psql-output';
import { costOf, runOrThrow, numbersOf, type Cost, type Run } from '../study/run-statement';
import { KEYS, OPERATIONS, documents, setUp, type Operation, type Strategy } from './strategies';

/** A statement that was measured on one document under one strategy. */
export interface Measured extends Cost {
  strategy: Strategy;
  operation: Operation;
  /** The document's number. */
  id: number;
  /** Its bytes as a value in memory. */
  bytes: number;
  /** Buffers that it takes to read the result of an access, if that is a pointer or a compressed value; else 0. */
  handedOn: number;
}

/** How many statements measure a strategy, without those that prepare an update or look at a result. */
export const statementCount = (strategy: Strategy, step: number) =>
  setUp(strategy, step).length + documents(step).length * OPERATIONS.length;

/** A document's bytes in memory, and those of its keys' values. */
type Sizes = ReadonlyMap<string, number>;

/**
 * Measures a strategy on an empty database. Yields each statement's measurement when it is done, null for a
 * statement that only sets up.
 */
export async function* sweep(
  strategy: Strategy,
  step: number,
  run: Run,
): AsyncGenerator<Measured | null> {
  const sizes = new Map<number, Sizes>();
  for (const statement of setUp(strategy, step)) {
    const printed = await runOrThrow(run, statement);
    const table = readResults(printed).tables.find((t) => t.columns.includes('bytes'));
    for (const [id, ...cells] of table?.rows ?? [])
      sizes.set(Number(id), new Map(['bytes', ...KEYS].map((name, i) => [name, Number(cells[i])])));
    yield null;
  }
  for (const id of documents(step)) {
    const own: Sizes = sizes.get(id) ?? new Map();
    for (const operation of OPERATIONS) {
      for (const statement of operation.before(id)) await runOrThrow(run, statement);
      const cost = await costOf(run, operation.sql(id));
      const handedOn = await buffersOfResult(run, operation, id, own);
      yield { strategy, operation, id, bytes: own.get('bytes') ?? 0, ...cost, handedOn };
    }
  }
}

/**
 * The buffers that reading the result of an operation takes, once it is handed on; 0 if the result is not shorter than the
 * value that it is part of.
 */
async function buffersOfResult(run: Run, { result, target }: Operation, id: number, sizes: Sizes) {
  if (!result) return 0;
  const [size = 0] = await numbersOf(run, result.size(id));
  if (size >= (sizes.get(target) ?? 0)) return 0;
  return (await costOf(run, result.read(id))).buffers;
}
