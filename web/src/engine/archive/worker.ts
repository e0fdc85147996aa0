// A worker of the pool that compresses. It loads the compressors' module when it starts, and does one task at a time.
import '../hold-life';
import init, { compress, holds, join } from '../generated/archive.js';
import wasm from '../generated/archive_bg.wasm?url';
import type { Done, Reply, Request, Task } from './protocol';

const ready = init({ module_or_path: wasm });

/** The bytes of a blob. */
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Runs some work; returns its result, and how many seconds it took. */
function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, (performance.now() - start) / 1000];
}

/** Does a task: measures the memory of compressing, compresses, or joins compressed parts. */
async function perform(task: Task): Promise<Done> {
  const plain = await bytesOf(task.plain);
  if (task.kind === 'memory') {
    const { method, level, long } = task.setting;
    const [{ length }, seconds] = timed(() => compress(method, level, long, plain));
    const memory = (await ready).memory.buffer.byteLength - plain.length;
    return { size: length, seconds, cpu: seconds, unpacking: 0, memory };
  }
  if (task.kind === 'compress') {
    const { method, level, long } = task.setting;
    const [packed, seconds] = timed(() => compress(method, level, long, plain));
    const done = { size: packed.length, seconds, cpu: seconds };
    if (task.keep) return { ...done, unpacking: 0, packed: packed.buffer as ArrayBuffer };
    return { ...done, unpacking: checked(method, packed, plain) };
  }
  const parts = task.parts.map((part) => new Uint8Array(part));
  const [packed, seconds] = timed(() => join(task.method, parts));
  const unpacking = checked(task.method, packed, plain);
  return { size: packed.length, seconds, cpu: seconds, unpacking };
}

/**
 * Decompresses the file and compares it with what went in; throws if they differ. Returns the seconds that
 * decompression took.
 */
function checked(method: string, packed: Uint8Array, plain: Uint8Array): number {
  const [same, seconds] = timed(() => holds(method, packed, plain));
  if (!same) throw new Error(`${method} gave back other bytes than went in.`);
  return seconds;
}

onmessage = async ({ data: { id, task } }: MessageEvent<Request>) => {
  let reply: Reply;
  const transfer: Transferable[] = [];
  try {
    await ready;
    const done = await perform(task);
    if (done.packed) transfer.push(done.packed);
    reply = { id, done };
  } catch (error) {
    reply = { id, failed: error instanceof Error ? error.message : String(error) };
  }
  postMessage(reply, { transfer });
};
