// What the built page may do, as a Content-Security-Policy: in each HTML file, and in `_headers` for static hosts that
// read it, together with how long files may be kept. Runs in Node.js, while Vite builds.
import { createHash } from 'node:crypto';

/** The inline scripts of an HTML file, which are only those that were written there. */
const INLINE = /<script>([\s\S]*?)<\/script>/g;
const HASHED = 'public, max-age=31536000, immutable';

/** The HTML without the comments in its inline scripts, each on a line of its own. */
const withoutComments = (html) =>
  html.replace(INLINE, (script) => script.replace(/^ *\/\/.*\n/gm, ''));

const hashesOf = (html) =>
  [...html.matchAll(INLINE)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * A Content-Security-Policy that lets the page run itself, its workers and WebAssembly, and nothing that comes
 * with a lesson or a link. Lessons may be loaded from elsewhere, over https. Any page may frame this one.
 */
export function policyOf(hashes) {
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashes],
    'worker-src': ["'self'", 'blob:'],
    // Places and sizes of what is drawn are styles of elements.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'blob:', 'https:'],
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The HTML with the policy in a meta element that comes before everything the policy applies to. */
const withPolicy = (html, policy) =>
  html.replace(
    /<meta charset="utf-8" \/>/,
    (charset) =>
      `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  );

function headersOf(policy) {
  const rules = {
    '/*': {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // Other people's pages load the element and posters.
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-cache',
    },
    // Their names change with what is in them.
    '/assets/*': { '! Cache-Control': null, 'Cache-Control': HASHED },
    '/recorded/*': { '! Cache-Control': null, 'Cache-Control': 'public, max-age=3600' },
  };
  const lines = Object.entries(rules).flatMap(([path, headers]) => [
    path,
    ...Object.entries(headers).map(
      ([name, value]) => `  ${name}${value === null ? '' : `: ${value}`}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

/** Gives each HTML file its policy, and writes `_headers`. */
export function strict() {
  return {
    name: 'toastscope-strict',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'));
        const all = new Set();
        for (const page of pages) {
          const html = withoutComments(String(page.source));
          const hashes = hashesOf(html);
          for (const hash of hashes) all.add(hash);
          page.source = withPolicy(html, policyOf(hashes));
        }
        const source = headersOf(policyOf([...all]));
        this.emitFile({ type: 'asset', fileName: '_headers', source });
      },
    },
  };
}
