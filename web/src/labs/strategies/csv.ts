// Writes all that was measured as a CSV file.
import { csvOf as rowsAsCsv } from '../study/csv';
import { explained } from '../study/run-statement';
import type { Measured } from './sweep';

const COLUMNS = [
  ...['strategy', 'settings', 'kind', 'target', 'document', 'bytes', 'buffers', 'wal_records'],
  ...['wal_bytes', 'modelled_ms', 'buffers_to_read_what_is_handed_on', 'statement'],
];

/** The measurements as CSV, a row for each measured statement. */
export const csvOf = (results: readonly Measured[]): string =>
  rowsAsCsv(
    COLUMNS,
    results.map(({ strategy, operation, id, ...cost }) => ({
      strategy: strategy.name,
      settings: strategy.on.join(' '),
      kind: operation.kind,
      target: operation.target,
      document: id,
      bytes: cost.bytes,
      buffers: cost.buffers,
      wal_records: cost.walRecords,
      wal_bytes: cost.walBytes,
      modelled_ms: cost.time,
      buffers_to_read_what_is_handed_on: cost.handedOn > 0 ? cost.handedOn : null,
      statement: explained(operation.sql(id)),
    })),
  );
