// The whole page as one HTML file that opens from disk and asks for nothing. Workers, WebAssembly and the rest lie in it
// compressed; when it opens they are unpacked into blobs, and the page's code is given their addresses. Its policy
// allows no request at all. Runs in Node.js.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { lessons } from './lessons.mjs';
import { version } from './release.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Where the page and its workers look for the address of a file. */
const ADDRESSES = 'toastscopeFiles';
const TYPES = { wasm: 'application/wasm', js: 'text/javascript' };

const address = (name) => ({ runtime: `globalThis.${ADDRESSES}[${JSON.stringify(name)}]` });

/** One script, one style sheet; workers and WebAssembly as files of their own, which are put in afterwards. */
async function bundle() {
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'error',
    plugins: [svelte(), lessons()],
    define: {
      'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()),
      'import.meta.env.TOASTSCOPE_RECORDED': '""',
    },
    worker: { format: 'es' },
    experimental: {
      renderBuiltUrl: (name, { hostType }) => (hostType === 'js' ? address(name) : undefined),
    },
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: (file) => /\.woff2$/.test(file),
      rolldownOptions: { input: 'index.html', output: { codeSplitting: false } },
    },
  });
  return output;
}

/**
 * What runs first: unpacks the files and makes their addresses. A worker has none of its own, so the addresses are put
 * before its code; of those it may ask for, so files come before workers.
 */
const UNPACK = `
globalThis.toastscopeUnpacked = (async () => {
  const unpacked = async (element) => {
    const packed = Uint8Array.from(atob(element.textContent), (c) => c.charCodeAt(0));
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(plain).arrayBuffer();
  };
  const files = (globalThis.${ADDRESSES} = {});
  const elements = [...document.querySelectorAll('script[data-file]')];
  for (const type of ['application/wasm', 'text/javascript'])
    await Promise.all(
      elements.filter((element) => element.dataset.type === type).map(async (element) => {
        const bytes = await unpacked(element);
        const before = type === 'text/javascript' ? 'globalThis.${ADDRESSES} = ' + JSON.stringify(files) + ';' : '';
        files[element.dataset.file] = URL.createObjectURL(new Blob([before, bytes], { type }));
        element.remove();
      }),
    );
})();
`;

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** As it may stand in a script element. */
const safe = (script) => script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

function policyOf(scripts) {
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'wasm-unsafe-eval'", 'blob:', ...scripts.map(sha256)],
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

/** The page as the text of one file. */
export async function singleFile() {
  const output = await bundle();
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const main = output.find(({ type, isEntry }) => type === 'chunk' && isEntry);
  const css = output.filter(({ fileName }) => fileName.endsWith('.css'));
  const inside = output.filter((file) => file !== page && file !== main && !css.includes(file));
  const files = inside.map((file) => {
    const type = TYPES[file.fileName.split('.').at(-1)];
    if (!type) throw new Error(`${file.fileName} has no place in the single file.`);
    const packed = gzipSync(file.source ?? file.code, { level: 9 }).toString('base64');
    return `<script type="text/plain" data-file="${file.fileName}" data-type="${type}">${packed}</script>`;
  });
  const code = safe(`await globalThis.toastscopeUnpacked;\n${main.code}`);
  const style = css.map(({ source }) => source).join('\n');
  const html = String(page.source)
    .replace(/<script type="module"[^>]*><\/script>/g, '')
    .replace(/<link rel="(stylesheet|modulepreload|manifest)"[^>]*>/g, '');
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  const policy = policyOf([...inline, UNPACK, code]);
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
    `<script>${UNPACK}</script>`,
    `<script type="module">${code}</script>`,
    '\n  </body>\n</html>\n',
  ].join('');
}
