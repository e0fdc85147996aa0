// An engine of its own that only runs SQL: no tape, no pages, just what psql prints.
import '../hold-life';
import init, { LogWriter } from '../generated/toastscope.js';
import wasm from '../generated/toastscope_bg.wasm?url';
import type { Reply, Request } from './protocol';

/** `shared_buffers` in pages (2 GB), and the memory all values together may take. */
const SHARED_BUFFERS = 262_144;
const MEMORY = 1_500_000_000;
/** Seeds `random()`, so that every run is the same. */
const SEED = 15;

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** Posts a message to the page. */
const post = (reply: Reply) => postMessage(reply);

globalThis.toastscopePanicked = (message) => post({ kind: 'failed', message });
// Callers that want it to stop end the worker.
globalThis.toastscopeInterrupted = () => false;

const server = init({ module_or_path: wasm }).then(() => {
  const psql = new LogWriter(SHARED_BUFFERS, MEMORY, SEED, false);
  // Labs divide times.
  psql.line('SET toastscope.nanoseconds = on;');
  return psql;
});

onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    const psql = await server;
    const text = data.statement.split('\n').map((line) => psql.line(line));
    post({ kind: 'printed', id: data.id, text: text.join('') });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
