// node tests/bench/wasm.mjs SCRIPT.sql: runs a script in the engine as WebAssembly and prints how
// long it took, in seconds, with the module already compiled, and the memory it has then, in MB: the most it
// needed, since WebAssembly's memory only grows.
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

const start = performance.now();
const engine = new Engine(262144, 4 * 2 ** 30, 1);
engine.begin(basename(script), 0);
let printed = 0;
for (const line of lines) printed += engine.line(line).length;
printed += engine.finish().length;
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, memory: memory.buffer.byteLength / 1e6, printed }));
