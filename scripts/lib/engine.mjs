// Loads the engine in Node.js, for results that are measured when the page is made.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fail, root } from './run-program.mjs';

export const { Clients, LogWriter } = createRequire(import.meta.url)(
  join(root, 'target/node/toastscope.js'),
);
globalThis.toastscopeInterrupted = () => false;
globalThis.toastscopePanicked = (message) => fail(message);

/** `shared_buffers` in pages (2 GB), the memory of all values in bytes, and what seeds `random()`. */
const [SHARED_BUFFERS, MEMORY, SEED] = [262_144, 4 * 2 ** 30, 15];

/** A fresh server on which SQL is run, as a lab's worker does. `whole`: all of its log is kept. */
export function server(whole = false) {
  const psql = new LogWriter(SHARED_BUFFERS, MEMORY, SEED, whole);
  psql.line('SET toastscope.nanoseconds = on;');
  /** Runs SQL; an error ends the script. */
  const run = (text) => {
    const printed = text.split('\n').map((line) => psql.line(line));
    const wrong = printed.find((part) => /^psql:\S* ERROR/m.test(part));
    if (wrong) fail(wrong);
    return printed.join('');
  };
  /** The files of its log. */
  const log = () => psql.segmentNames().map((name) => ({ name, bytes: psql.segment(name) }));
  return { run, log, close: () => psql.free() };
}

/** Loads the module of the page's compressors. */
export async function archiver() {
  const generated = join(root, 'web/src/engine/generated');
  const archive = await import(join(generated, 'archive.js'));
  archive.initSync({ module: readFileSync(join(generated, 'archive_bg.wasm')) });
  return archive;
}

/** Compressors in modules of their own so far. */
let modules = 0;

/**
 * The most memory in bytes that a compressor needs beside the file. It runs in a module of its own, since a
 * module's memory never shrinks.
 */
export async function memoryOf({ method, level, plain }) {
  const generated = join(root, 'web/src/engine/generated');
  const archive = await import(`${join(generated, 'archive.js')}?${++modules}`);
  const module = readFileSync(join(generated, 'archive_bg.wasm'));
  const { memory } = archive.initSync({ module });
  archive.compress(method, level, undefined, plain);
  return memory.buffer.byteLength - plain.length;
}

/**
 * Returns a function that gives the bytes that a proposed compressor makes of a payload, without those of its
 * container.
 */
export async function packing() {
  const archive = await archiver();
  const { PROPOSED } = await (await import('./page-modules.mjs')).load('labs/study/study.ts');
  return async (by, payload) => {
    const { method, level, around } = PROPOSED[by];
    return archive.compress(method, level, undefined, payload).length - around;
  };
}
