// Notices that a worker is gone, by the lock that it holds as long as it lives (`hold-life.ts`).
import type { Alive } from './hold-life';

const GONE = 'The browser ended the worker, perhaps because memory was short.';

/**
 * Watches a new worker, and returns it. When it ends without having been told to by `terminate`, it gets an `error`
 * event, like a worker that could not be started.
 */
export function watchLife(worker: Worker): Worker {
  let told = false;
  /** Sends the event, unless the page itself ended the worker. */
  const gone = () => {
    if (told) return;
    worker.dispatchEvent(new ErrorEvent('error', { message: GONE, cancelable: true }));
  };
  worker.addEventListener('message', (event: MessageEvent<Alive | { kind?: string }>) => {
    if (event.data.kind !== 'alive') return;
    event.stopImmediatePropagation();
    navigator.locks.request((event.data as Alive).lock, gone).catch(() => undefined);
  });
  worker.terminate = () => {
    told = true;
    Worker.prototype.terminate.call(worker);
  };
  return worker;
}
