// npm run dev: serves the page while it is being written. Vite shows a change of the page at once; after a change of
// the engine, the quick profile builds it and the page loads again.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run-program.mjs';
import { buildModules, setUpTools } from './lib/setup.mjs';

process.env.TOASTSCOPE_WASM_PROFILE ??= 'quick';
setUpTools();
buildModules();

const { createServer } = await import('vite');
const port = Number(process.env.PORT ?? 5173);
const server = await createServer({ root: join(root, 'web'), server: { port, host: 'localhost' } });
await server.listen();
console.log(`\nToastscope is at ${server.resolvedUrls.local[0]}`);

let [waiting, building] = [null, false];
/**
 * Builds the engine; changes made meanwhile are built afterwards. Errors of compilation are printed by the
 * compiler.
 */
function rebuild() {
  if (building) return changed();
  building = true;
  const build = spawn('node', ['scripts/modules.mjs'], { cwd: root, stdio: 'inherit' });
  build.on('close', () => (building = false));
}
/** Builds again soon after the last of several changes. */
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(rebuild, 300);
}
watch(join(root, 'engine'), { recursive: true }, (_, file) => {
  if (/\.(rs|toml)$/.test(file ?? '')) changed();
});
