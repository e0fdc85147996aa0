// What other pages load by its name: `toast-scope.js`, the element; `client.js`, which drives a frame; `reveal.js`, a
// plugin for slides, and `slides.js`, of which others are made. Each is one file that stands alone. Runs in Node.js, while Vite builds or serves.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ENTRIES = {
  'toast-scope.js': 'element/register.ts',
  'client.js': 'element/client.ts',
  'reveal.js': 'slides/reveal.ts',
  'slides.js': 'slides/index.ts',
};
const source = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Bundles one entry with everything it imports, and returns the code as text. */
async function bundled(name, target) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target,
      write: false,
      minify: true,
      lib: { entry: source(ENTRIES[name]), formats: ['es'], fileName: () => name },
    },
  });
  return output[0].code;
}

/** The Vite plugin that builds these files and adds them to the page's folder. */
export function element() {
  let target;
  return {
    name: 'toastscope-element',
    configResolved(config) {
      target = config.build.target;
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const [name = ''] = (request.url ?? '').slice(1).split('?');
        if (Object.hasOwn(ENTRIES, name)) request.url = `/src/${ENTRIES[name]}`;
        next();
      });
    },
    async generateBundle() {
      for (const name of Object.keys(ENTRIES)) {
        this.emitFile({ type: 'asset', fileName: name, source: await bundled(name, target) });
      }
    },
  };
}
