// The page as one that is installed, and works without a network after one visit: its manifest and icon, and the service
// worker, written from the list of the files that were built. Runs in Node.js, while Vite builds.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OF_PGLITE } from './release.mjs';

/**
 * Not kept beforehand: recordings, without which the engine runs a lesson itself; PGlite, which few ask for; and what
 * only servers read.
 */
const LEFT_OUT = /^(recorded\/|_headers$|offline\.js$)|\.(br|gz)$/;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#f8f4ec"/><g transform="translate(12 12) scale(1.25)"><path d="M5 11c0-5 5-7 11-7s11 2 11 7c0 2-1 3-2 4v11a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V15c-1-1-2-2-2-4z" fill="#d98a1f"/><path d="M11 15h10M11 19h10M11 23h6" stroke="#fffdf8" stroke-width="2" stroke-linecap="round"/></g></svg>\n`;

const MANIFEST = {
  name: 'Toastscope',
  description: 'PostgreSQL’s storage and TOAST, exact to the byte',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f8f4ec',
  theme_color: '#f8f4ec',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
};

/** Names of files below a folder, with / between them. */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

/**
 * The code of the service worker: `template` with the list of files put in, and a name for the list that
 * changes with any of its files.
 */
export function serviceWorker(template, folder) {
  const files = filesOf(folder).filter((name) => !LEFT_OUT.test(name) && !OF_PGLITE.test(name));
  const hash = createHash('sha256');
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return template
    .replace('= __NAME__;', `= ${JSON.stringify(`toastscope ${hash.digest('hex').slice(0, 16)}`)};`)
    .replace('= __FILES__;', `= ${JSON.stringify(files)};`);
}

/** Makes the built page installable. */
export function installable() {
  let folder = '';
  return {
    name: 'toastscope-installable',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    transformIndexHtml(html, { path }) {
      if (path !== '/index.html') return html;
      const attrs = { rel: 'manifest', href: './manifest.webmanifest' };
      return { html, tags: [{ tag: 'link', attrs, injectTo: 'head' }] };
    },
    generateBundle() {
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      emit('manifest.webmanifest', JSON.stringify(MANIFEST));
      emit('icon.svg', ICON);
    },
    closeBundle() {
      const template = readFileSync(new URL('offline.js', import.meta.url), 'utf8');
      writeFileSync(join(folder, 'offline.js'), serviceWorker(template, folder));
    },
  };
}
