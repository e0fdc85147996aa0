// The whole page as one HTML file that opens from disk and asks for nothing. Its workers lie in it as text, WebAssembly
// compressed; a worker is started from a blob, and unpacks what it needs itself. Its policy allows no request at all.
// The workshop is such a file too, and leads to the other one beside it. Runs in Node.js.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { glossary } from './glossary.mjs';
import { lessons } from './lessons.mjs';
import { version } from './release.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Where the page and its workers look for the address of a file. */
const ADDRESSES = 'toastscopeFiles';

const address = (name) => ({ runtime: `globalThis.${ADDRESSES}[${JSON.stringify(name)}]` });
/** What says that a worker is a module, which none is here. */
const MODULE = /\{\s*type:\s*["'`]module["'`]\s*\}/g;
/** The files that some code asks for. */
const ASKED = new RegExp(`${ADDRESSES}\\[["'\`]([^"'\`]+)["'\`]\\]`, 'g');
const askedBy = (code) => [...new Set([...code.matchAll(ASKED)].map(([, name]) => name))];

/** Leaves out PGlite: it is larger than all else, and a worker of one file could not load its parts. */
const withoutPglite = () => ({
  name: 'toastscope-without-pglite',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/engine/advise/pglite-start.ts')
      ? readFileSync(id.replace('pglite-start', 'pglite-absent'), 'utf8')
      : null,
});

/**
 * Builds one script and one style sheet; workers and WebAssembly are files of their own, which are put in
 * afterwards.
 */
async function bundle(entry) {
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'error',
    plugins: [withoutPglite(), svelte(), lessons(), glossary()],
    define: {
      'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()),
      'import.meta.env.TOASTSCOPE_RECORDED': '""',
      'import.meta.env.TOASTSCOPE_SINGLE': 'true',
    },
    worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
    experimental: {
      renderBuiltUrl: (name, { hostType }) => (hostType === 'js' ? address(name) : undefined),
    },
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: (file) => /\.woff2$/.test(file),
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  return output;
}

/**
 * The code around a worker's code: it first unpacks the worker's files. A worker of a page on disk can fetch
 * only what it made itself, so its files come with it; and it cannot be a module, so its code stands in a
 * function. Messages that arrive before the code listens are kept for it.
 */
function worker(code) {
  const plain = code.replaceAll('import.meta.url', 'self.location.href');
  if (/\b(import|export)\b\s*[{*"'`(]/.test(plain))
    throw new Error('A worker is more than one file.');
  return `(async () => {
const early = [];
const keep = (event) => early.push(event);
self.onmessage = keep;
globalThis.${ADDRESSES} = {};
await Promise.all(Object.entries(packed).map(async ([name, text]) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const type = 'application/wasm';
  const blob = new Blob([await new Response(plain).arrayBuffer()], { type });
  globalThis.${ADDRESSES}[name] = URL.createObjectURL(blob);
}));
${plain}
if (self.onmessage !== keep) for (const event of early) self.onmessage(event);
})().catch((error) => setTimeout(() => { throw error; }));`;
}

/** What runs first in the page: the address of a worker is made when it is asked for. */
const ADDRESS = `
globalThis.${ADDRESSES} = {};
for (const element of document.querySelectorAll('script[data-worker]')) {
  let made = '';
  Object.defineProperty(globalThis.${ADDRESSES}, element.dataset.worker, {
    get() {
      if (made) return made;
      const files = JSON.parse(element.dataset.files).map(
        (name) => [name, document.querySelector('script[data-file="' + name + '"]').textContent],
      );
      const packed = 'const packed = ' + JSON.stringify(Object.fromEntries(files)) + ';';
      made = URL.createObjectURL(new Blob([packed, element.textContent], { type: 'text/javascript' }));
      return made;
    },
  });
}
`;

/** Whose work is in it is shown from within. */
const NOTICE = `
addEventListener('click', ({ target }) => {
  const link = target.closest?.('a[href="NOTICE.txt"]');
  if (!link) return;
  const { textContent } = document.querySelector('script[data-notice]');
  link.href = URL.createObjectURL(new Blob([textContent], { type: 'text/plain;charset=utf-8' }));
  link.target = '_blank';
});
`;

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** As it may stand in a script element. */
const safe = (script) => script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

function policyOf(scripts) {
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'wasm-unsafe-eval'", ...scripts.map(sha256)],
    'worker-src': ['blob:'],
    'connect-src': ['blob:'],
    'style-src': ["'unsafe-inline'"],
    'img-src': ['data:', 'blob:'],
    'font-src': ['data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The page as the text of one HTML file, with the licences of what is in it. */
export async function singleFile(entry, notice) {
  const output = await bundle(entry);
  const page = output.find(({ fileName }) => fileName === entry);
  const main = output.find(({ type, isEntry }) => type === 'chunk' && isEntry);
  const css = output.filter(({ fileName }) => fileName.endsWith('.css'));
  const inside = output.filter((file) => file !== page && file !== main && !css.includes(file));
  const files = inside.map(({ fileName, source, code }) => {
    if (fileName.endsWith('.wasm')) {
      const packed = gzipSync(source, { level: 9 }).toString('base64');
      return `<script type="text/plain" data-file="${fileName}">${packed}</script>`;
    }
    if (!fileName.endsWith('.js')) throw new Error(`${fileName} has no place in the single file.`);
    const text = String(source ?? code);
    const asked = JSON.stringify(askedBy(text)).replaceAll('"', '&quot;');
    return `<script type="text/plain" data-worker="${fileName}" data-files="${asked}">${safe(worker(text))}</script>`;
  });
  const code = safe(main.code.replace(MODULE, '{}'));
  const style = css.map(({ source }) => source).join('\n');
  const html = String(page.source)
    .replace(/<script type="module"[^>]*><\/script>/g, '')
    .replace(/<link rel="(stylesheet|modulepreload|manifest)"[^>]*>/g, '');
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  const policy = policyOf([...inline, ADDRESS, NOTICE, code]);
  const charset = '<meta charset="utf-8" />';
  const parts = html.split(charset);
  const [head, body] = [parts[0], parts[1].split('</head>')];
  // Put together by hand: in a replacement a $ of the code would mean something.
  return [
    head,
    charset,
    `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    body[0],
    `<style>${style}</style>\n  </head>`,
    body[1].split('</body>')[0],
    files.join('\n'),
    `<script type="text/plain" data-notice>${safe(notice)}</script>`,
    `<script>${ADDRESS}</script>`,
    `<script>${NOTICE}</script>`,
    `<script type="module">${code}</script>`,
    '\n  </body>\n</html>\n',
  ].join('');
}
