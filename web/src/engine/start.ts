// Starts the engine's worker. One may be started before there is a client for it, while the page's own code is
// still on its way: what it says until then is kept.
import type { Reply } from './protocol';

const create = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

interface Early {
  worker: Worker;
  said: MessageEvent<Reply>[];
  failed: ErrorEvent | null;
}
let early: Early | null = null;

/** Starts one for the client to come. */
export function startEarly() {
  const worker = create();
  const own: Early = { worker, said: [], failed: null };
  worker.onmessage = (event: MessageEvent<Reply>) => own.said.push(event);
  worker.onerror = (event) => {
    event.preventDefault();
    own.failed = event;
  };
  early = own;
}

/** The worker that was started early, else a new one, with who listens to it from now on. */
export function startWorker(
  hear: (reply: Reply, worker: Worker) => void,
  failed: (event: ErrorEvent, worker: Worker) => void,
): Worker {
  const own = early;
  early = null;
  const worker = own?.worker ?? create();
  worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data, worker);
  worker.onerror = (event) => failed(event, worker);
  // Only once the caller knows the worker.
  queueMicrotask(() => {
    for (const { data } of own?.said ?? []) hear(data, worker);
    if (own?.failed) failed(own.failed, worker);
  });
  return worker;
}
