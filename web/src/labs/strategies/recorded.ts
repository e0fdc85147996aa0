// The first measurements that the lab shows: made by the engine when the recording was, `scripts/recordings.mjs`.
// A test measures them again.
import packed from './recorded.json';
import { OPERATIONS, STRATEGIES } from './strategies';
import type { Measured } from './sweep';

/** Every how many documents one was measured. */
export const RECORDED_STEP = 10;

/**
 * Strategy and operation by name, document, its bytes, buffers, log records and bytes, modelled milliseconds, buffers
 * to read a result that was handed on.
 */
export type Row = [string, string, number, number, number, number, number, number, number];

/** The row of the recording that a measurement makes. */
export const rowOf = ({ strategy, operation, id, bytes, ...cost }: Measured): Row => [
  strategy.id,
  operation.id,
  id,
  bytes,
  cost.buffers,
  cost.walRecords,
  cost.walBytes,
  Number(cost.time.toPrecision(FIGURES)),
  cost.handedOn,
];

/** Figures of a time: more than are shown. */
const FIGURES = 5;

/** The recorded measurements, in the form in which the lab makes them. */
export function recorded(): Measured[] {
  return (packed as Row[]).flatMap(
    ([ofStrategy, ofOperation, id, bytes, buffers, walRecords, walBytes, time, handedOn]) => {
      const strategy = STRATEGIES.find((s) => s.id === ofStrategy);
      const operation = OPERATIONS.find((o) => o.id === ofOperation);
      if (!strategy || !operation) return [];
      const cost = { buffers, walRecords, walBytes, time, handedOn };
      return [{ strategy, operation, id, bytes, ...cost }];
    },
  );
}
