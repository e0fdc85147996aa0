// The page's modules in Node.js.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './run.mjs';

/** Loads a module of `web/src` by its path there. */
export const load = async (file) =>
  (await runnerImport(join(root, 'web', 'src', file), { logLevel: 'error' })).module;
