// Serves a reveal.js deck beside the built page: reveal.js itself from node_modules, the plugin and the frames from the
// build.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const REVEAL = fileURLToPath(new URL('../../../node_modules/reveal.js/dist/', import.meta.url));
const TYPES = { '.css': 'text/css', '.mjs': 'text/javascript', '.html': 'text/html' };

/** The page of a deck with these slides. */
const html = (slides, config) => `<!doctype html>
<html lang="en">
  <head>
    <title>A deck</title>
    <link rel="stylesheet" href="reveal/reveal.css" />
    <link rel="stylesheet" href="reveal/theme/white.css" />
    <style>.reveal toast-scope { height: 480px; }</style>
  </head>
  <body>
    <div class="reveal"><div class="slides">${slides}</div></div>
    <script type="module">
      import Reveal from './reveal/reveal.mjs';
      import Notes from './reveal/plugin/notes.mjs';
      import Toastscope from './reveal.js';
      globalThis.deck = new Reveal();
      await globalThis.deck.initialize({ ...${JSON.stringify(config)}, plugins: [Notes, Toastscope] });
    </script>
  </body>
</html>`;

/** Serves a deck as `deck.html` to all pages of a context. */
export async function serveDeck(context, slides, config = {}) {
  await context.route('**/deck.html*', (route) =>
    route.fulfill({ contentType: 'text/html', body: html(slides, config) }),
  );
  await context.route('**/reveal/**', (route) => {
    const name = new URL(route.request().url()).pathname.replace(/^.*\/reveal\//, '');
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: readFileSync(REVEAL + name) });
  });
}
