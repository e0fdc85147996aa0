// The engine in Node.js: read from the files beside this one.
import { createRequire } from 'node:module';
import type { Engine } from '../../src/engine/generated/toastscope.js';
import { entryOf } from './engine';

interface Bindings {
  Engine: new (sharedBuffers: number, memory: number, seed: number) => Engine;
}

export const { open, run } = entryOf(() => {
  const bindings = createRequire(import.meta.url)('./toastscope.cjs') as Bindings;
  return Promise.resolve((...args) => new bindings.Engine(...args));
});
