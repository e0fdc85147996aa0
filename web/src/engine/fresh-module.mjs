// The engine's module for a test that looks at the module itself: instantiated anew, with nothing of it loaded before.
import { createRequire } from 'node:module';

const bindings = new URL('../../../target/node/toastscope.js', import.meta.url).pathname;

/** Instantiates the module that was built, and returns what it exports. */
export function freshModule() {
  const require = createRequire(import.meta.url);
  delete require.cache[bindings];
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  return require(bindings);
}
