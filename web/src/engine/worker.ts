// The engine's worker: one session has it to itself.
import type { Reply, Request } from './protocol';
import { load, reason, Serving } from './serving';

/** Bytes that all values together may take. */
const MEMORY = 1_500_000_000;

const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });
const panicked = (message: string) => post({ kind: 'panicked', message });

await load(panicked);
const serving = new Serving(post, { memory: MEMORY, statement: Infinity });

onmessage = ({ data }: MessageEvent<Request>) => {
  try {
    serving.hear(data)?.catch((error: unknown) => panicked(reason(error)));
  } catch (error) {
    panicked(reason(error));
  }
};
