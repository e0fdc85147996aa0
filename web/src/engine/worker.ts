// The engine's worker: one session has it to itself.
import type { Reply, Request } from './protocol';
import { rehearse } from './rehearse';
import { load, reason, Serving } from './serving';

/** Bytes that all values together may take. */
const MEMORY = 1_500_000_000;

const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });
const panicked = (message: string) => post({ kind: 'panicked', message });

await load(panicked);
const serving = new Serving(post, { memory: MEMORY, statement: Infinity });
let asked = false;

onmessage = ({ data }: MessageEvent<Request>) => {
  asked = true;
  try {
    serving.hear(data)?.catch((error: unknown) => panicked(reason(error)));
  } catch (error) {
    panicked(reason(error));
  }
};

rehearse(() => asked).catch((error: unknown) => panicked(reason(error)));
