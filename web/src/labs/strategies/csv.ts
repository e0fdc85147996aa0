// All that was measured as a file.
import { explained } from './strategies';
import type { Measured } from './sweep';

const HEAD =
  'strategy,settings,kind,target,document,bytes,buffers,wal_records,wal_bytes,modelled_ms,statement';

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvOf(results: readonly Measured[]): string {
  const lines = results.map(({ strategy, operation, id, ...cost }) =>
    [
      strategy.name,
      strategy.on.join(' '),
      operation.kind,
      operation.target,
      id,
      cost.bytes,
      cost.buffers,
      cost.walRecords,
      cost.walBytes,
      cost.time,
      explained(operation.sql(id)),
    ]
      .map((value) => cell(String(value)))
      .join(','),
  );
  return `${[HEAD, ...lines].join('\n')}\n`;
}
