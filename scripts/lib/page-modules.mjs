// Loads modules of the page in Node.js.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './run-program.mjs';

/** What this process was started for, if that was said. */
const asked = process.env.NODE_ENV;

/** Loads a module of `web/src` by its path there. */
export async function load(file) {
  const path = join(root, 'web', 'src', file);
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  // Vite notes here that it served for development; a page that is built afterwards would then be made for that.
  if (asked === undefined) delete process.env.NODE_ENV;
  return module;
}
