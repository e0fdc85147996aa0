// An engine of its own that runs a workload and hands over the log it wrote.
import '../hold-life';
import init, { LogWriter } from '../generated/toastscope.js';
import wasm from '../generated/toastscope_bg.wasm?url';
import { readyFor } from '../load-zstd';
import type { Reply, Request, Segment } from './protocol';

/** `shared_buffers` in pages (2 GB), and the memory all values together may take. */
const SHARED_BUFFERS = 262_144;
const MEMORY = 1_500_000_000;
/** Seeds `random()`, so that every run writes the same. */
const SEED = 15;
/** Milliseconds between two words about progress. */
const TELL_EVERY = 100;

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** Posts a message to the page. */
const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });

globalThis.toastscopePanicked = (message) => post({ kind: 'failed', message });
// Callers that want it to stop end the worker.
globalThis.toastscopeInterrupted = () => false;

const ready = init({ module_or_path: wasm });

/** Runs a line; an error of it is thrown. */
function run(writer: LogWriter, line: string) {
  const printed = writer.line(line);
  const wrong = /^psql:\S* ((?:ERROR|FATAL): .*)$/m.exec(printed);
  if (wrong) throw new Error(`${wrong[1]} (${line.slice(0, 80)})`);
}

/** Runs the workload, and returns the segments that it wrote. */
function write({ compression, setup, lines }: Request): Segment[] {
  const writer = new LogWriter(SHARED_BUFFERS, MEMORY, SEED, true);
  run(writer, `SET wal_compression = '${compression}';`);
  for (const line of setup) run(writer, line);
  run(writer, 'SELECT pg_switch_wal();');
  const before = writer.segmentNames();
  let postedAt = performance.now();
  for (const [i, line] of lines.entries()) {
    run(writer, line);
    if (performance.now() - postedAt < TELL_EVERY) continue;
    postedAt = performance.now();
    post({ kind: 'progress', share: i / lines.length });
  }
  // What came before the switch is not the workload's, though the switch ended its segment.
  return writer
    .segmentNames()
    .filter((name) => !before.includes(name))
    .map((name) => ({ name, bytes: writer.segment(name) as Uint8Array<ArrayBuffer> }));
}

onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await ready;
    await readyFor([data.compression]);
    const segments = write(data);
    post(
      { kind: 'written', segments },
      segments.map(({ bytes }) => bytes.buffer),
    );
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
