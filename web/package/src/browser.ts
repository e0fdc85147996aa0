// The engine in a browser, in a page or in a worker: fetched from beside this file.
import type { Engine } from '../../src/engine/generated/toastscope.js';
import { entryOf } from './engine';

interface Bindings {
  default: (what: { module_or_path: Promise<Response> }) => Promise<WebAssembly.Exports>;
  Engine: new (sharedBuffers: number, memory: number, seed: number) => Engine;
  /** Where the parts of the module are that are loaded when they are first called, by their numbers. */
  toastscopeParts: URL[];
}

/** The address of a file beside this module. */
const beside = (name: string) => new URL(/* @vite-ignore */ name, import.meta.url).href;

export const { open, run } = entryOf(async () => {
  const glue = beside('./toastscope.js');
  const bindings = (await import(/* @vite-ignore */ glue)) as Bindings;
  // A worker loads a part of the module when it is first called; a page may not wait for it then. Nothing here calls
  // pgbench's clients.
  const parts = bindings.toastscopeParts.map((part) =>
    /_clients[^/]*$/.test(part.pathname) ? undefined : WebAssembly.compileStreaming(fetch(part)),
  );
  const [engine, ...compiled] = await Promise.all([
    bindings.default({ module_or_path: fetch(beside('./toastscope_bg.wasm')) }),
    ...parts,
  ]);
  Object.assign(globalThis, {
    toastscopeLater: (part: number) =>
      new WebAssembly.Instance(compiled[part]!, { engine: engine as WebAssembly.ModuleImports }),
  });
  return (...args) => new bindings.Engine(...args);
});
