// The engine in a browser, in a page or in a worker: fetched from beside this file.
import type { Engine } from '../../src/engine/generated/toastscope.js';
import { entryOf } from './engine';

interface Bindings {
  default: (what: { module_or_path: Promise<Response> }) => Promise<WebAssembly.Exports>;
  Engine: new (sharedBuffers: number, memory: number, seed: number) => Engine;
}

/** The address of a file beside this module. */
const beside = (name: string) => new URL(/* @vite-ignore */ name, import.meta.url).href;

export const { open, run } = entryOf(async () => {
  const glue = beside('./toastscope.js');
  const bindings = (await import(/* @vite-ignore */ glue)) as Bindings;
  const [engine, later] = await Promise.all([
    bindings.default({ module_or_path: fetch(beside('./toastscope_bg.wasm')) }),
    WebAssembly.compileStreaming(fetch(beside('./toastscope_later.wasm'))),
  ]);
  // The second module, which a worker loads when it is first called: a page may not wait for it then.
  Object.assign(globalThis, {
    toastscopeLater: () =>
      new WebAssembly.Instance(later, { engine: engine as WebAssembly.ModuleImports }),
  });
  return (...args) => new bindings.Engine(...args);
});
