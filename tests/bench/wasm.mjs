// node tests/bench/wasm.mjs SCRIPT.sql: runs a script in the engine as WebAssembly and prints how long it took, in
// seconds, and the memory it has then, in MB: the most it needed, since WebAssembly's memory only grows. It runs it
// twice, each time in a new engine: V8 compiles a function when it is first called, and well only when it was called
// often, so the first run is told apart from what the engine takes once it is compiled, as the servers beside it are.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';

// The glue keeps the module's memory to itself, so it is caught where it is made.
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    // The second module brings no memory of its own.
    memory ??= this.exports.memory;
  }
};
const { Engine } = createRequire(import.meta.url)('../../target/node/toastscope.js');
const script = process.argv[2];
const lines = readFileSync(script, 'utf8').split('\n');

globalThis.toastscopeInterrupted = () => false;
globalThis.toastscopePanicked = (text) => console.error(text);

/** Runs the script in a new engine; returns the seconds it took. */
function run() {
  const start = performance.now();
  const engine = new Engine(262144, 4 * 2 ** 30, 1);
  engine.begin(basename(script), 0);
  for (const line of lines) engine.line(line);
  engine.finish();
  const seconds = (performance.now() - start) / 1000;
  engine.free();
  return seconds;
}

const first = run();
console.log(JSON.stringify({ seconds: run(), first, memory: memory.buffer.byteLength / 1e6 }));
