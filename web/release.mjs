// What a build says of itself: its version with the commit, what names its recordings, and the NOTICE beside the page. Runs in
// Node.js, while Vite builds or serves.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The commit as git names it; empty outside a checkout. */
function commit() {
  try {
    const options = {
      cwd: new URL('.', import.meta.url),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    return execFileSync('git', ['describe', '--always', '--dirty'], options).trim() || 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The version of the page: that of the package, with the commit. */
export function version() {
  return `${JSON.parse(read('package.json')).version} (${commit()})`;
}

/** The hash that names the recordings beside the page, and changes with them; empty if there are none. */
export function recorded() {
  const mark = new URL('../target/made/recorded', import.meta.url);
  return existsSync(mark) ? readFileSync(mark, 'utf8').slice(0, 12) : '';
}

/** The built files that only PGlite needs, by their paths. */
export const OF_PGLITE =
  /(^|\/)assets\/(pglite|initdb|memfs2opfs|nodefs|opfs-ahp|pageinspect)[^/]*$/;

/** The version of PGlite, and the bytes of what is loaded when a reader asks for it. */
export function pglite() {
  const dist = new URL('.', import.meta.resolve('@electric-sql/pglite'));
  const files = ['pglite.wasm', 'pglite.data', 'initdb.wasm', 'pglite.js', 'pageinspect.tar.gz'];
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, dist)).size, 0);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8'));
  return { version, bytes };
}

/** The Vite plugin that serves NOTICE beside the page, and adds it to the build. */
export function notice() {
  return {
    name: 'toastscope-notice',
    configureServer(server) {
      server.middlewares.use('/NOTICE.txt', (_, answer) => {
        answer.setHeader('Content-Type', 'text/plain; charset=utf-8');
        answer.end(read('../NOTICE'));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'NOTICE.txt', source: read('../NOTICE') });
    },
  };
}
