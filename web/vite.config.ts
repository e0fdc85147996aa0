import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { element } from './element.mjs';
import { glossary } from './glossary.mjs';
import { guide } from './guide.mjs';
import { installable } from './installable.mjs';
import { lessons } from './lessons.mjs';
import { previews } from './previews.mjs';
import { strict } from './policy.mjs';
import { notice, pglite, recorded, version } from './release.mjs';

export default defineConfig({
  base: './',
  // What was recorded of the lessons lies beside the page.
  publicDir: '../target/beside',
  plugins: [
    svelte(),
    lessons(),
    glossary(),
    element(),
    guide(),
    previews(),
    notice(),
    installable(),
    strict(),
  ],
  define: {
    'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()),
    'import.meta.env.TOASTSCOPE_SINGLE': 'false',
    'import.meta.env.TOASTSCOPE_PGLITE': JSON.stringify(pglite()),
    'import.meta.env.TOASTSCOPE_RECORDED': JSON.stringify(recorded()),
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Who lacks it lacks what the page is written in too, or fetches a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'embed.html', 'workshop.html', 'embedding.html'],
      // Small parts that come together anyway are one file: each by itself compresses worse, and is named in lists.
      output: {
        // Seven letters tell the versions of a file apart; the names stand in lists, and letters at random do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'core',
              test: /svelte\/src\/(?!reactivity\/(?!create-subscriber))|clsx\/dist|vite\/preload-helper|src\/(ui\/(Logo|theme|title|reduced-motion|DropZone|missing-part)|layout\/format|engine\/(limits|connection|generated\/constants)|recorded\/address|lessons\/(lesson-entry|names-in-text)|glossary\/glossary)\b/,
            },
            {
              name: 'shelf',
              test: /src\/(start\/(workbench-entry|row\/sample-values)|lessons\/(list|progress))\b/,
            },
            {
              name: 'session',
              test: /src\/(engine\/client|model\/(kinds|names|world|pointer-parts|row-pages|events)|lessons\/(kept-run|lesson-session)|timeline\/(tape|scene|pace|left-out-relations|aside|frame-durations|descent-frames|shorten-step|relation-files|compose|statement-title|sentences\/)|workbench\/(session|job-queue|timeline|kept-session|tick-styles|selection|composition))\b/,
            },
            {
              name: 'tape-words',
              test: /src\/(model\/(tape-words|page-words)|engine\/generated\/words|layout\/page(?!-)|ui\/(colours|zoomed-box)|workbench\/(byte-highlight|looked-at))\b/,
            },
            {
              name: 'reading',
              test: /src\/(model\/things|timeline\/passage|counters\/amounts|workbench\/thing-highlight|lessons\/(run\.svelte|trial|outcome|answer|psql-output|contrast|knobs|sql|SqlText|find-relation|Prose|ThingLink|format|ask-first)\b)/,
            },
          ],
        },
      },
    },
  },
});
