// An engine of its own that runs a script of pgbench for many clients.
import '../hold-life';
import init, { Clients } from '../generated/toastscope.js';
import wasm from '../generated/toastscope_bg.wasm?url';
import type { Reply, Request } from './protocol';
import { runs } from './run';

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** Posts a message to the page. */
const post = (reply: Reply) => postMessage(reply);

globalThis.toastscopePanicked = (message) => post({ kind: 'failed', message });
// Callers that want it to stop end the worker.
globalThis.toastscopeInterrupted = () => false;

onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await init({ module_or_path: wasm });
    for (const answer of runs(Clients, data)) {
      if (typeof answer === 'number') post({ kind: 'share', share: answer });
      else post({ kind: 'report', report: answer });
    }
    post({ kind: 'done' });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
