// Runs a workload on an engine of its own, for the log that it writes.
import { Cancelled } from '../../engine/archive/pool';
import type { Reply, Request } from '../../engine/workload/protocol';
import { logOf, type WalCompression, type Log } from './logs';
import type { Workload } from './workloads';
import { watchLife } from '../../engine/watch-life';

/**
 * Runs a workload on an engine of its own, whose setting `wal_compression` is `inside`, and gives the log segments that it
 * wrote. `tell` is called with the share that is done. `cancel` ends the engine, and `log` rejects with `Cancelled`.
 */
export function runWorkload(
  workload: Workload,
  inside: WalCompression,
  tell: (share: number) => void,
): { log: Promise<Log>; cancel: () => void } {
  const worker = watchLife(
    new Worker(new URL('../../engine/workload/worker.ts', import.meta.url), { type: 'module' }),
  );
  let cancel = () => {};
  const log = new Promise<Log>((resolve, reject) => {
    cancel = () => reject(new Cancelled());
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'The engine could not be started.'));
    };
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      switch (data.kind) {
        case 'progress':
          tell(data.share);
          break;
        case 'written': {
          const segments = data.segments.map(({ name, bytes }) => ({
            name,
            bytes: new Blob([bytes]),
            size: bytes.length,
          }));
          resolve(logOf(inside, segments));
          break;
        }
        case 'failed':
          reject(new Error(data.message));
      }
    };
    const request: Request = {
      compression: inside,
      setup: workload.setup(),
      lines: workload.lines(),
    };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
  return { log, cancel };
}
