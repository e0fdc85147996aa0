import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { element } from './element.mjs';
import { glossary } from './glossary.mjs';
import { guide } from './guide.mjs';
import { installable } from './installable.mjs';
import { lessons } from './lessons.mjs';
import { previews } from './previews.mjs';
import { strict } from './policy.mjs';
import { notice, recorded, version } from './release.mjs';

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
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'core',
              test: /svelte\/src\/(?!reactivity\/(?!create-subscriber))|clsx\/dist|vite\/preload-helper|src\/(ui\/(Logo|theme|title|motion|DropZone)|layout\/format|engine\/(limits|start|generated\/constants)|recorded\/address|lessons\/entry|glossary\/glossary)\b/,
            },
            {
              name: 'shelf',
              test: /src\/(start\/(entry|row\/samples)|lessons\/(list|progress))\b/,
            },
            {
              name: 'session',
              test: /src\/(engine\/client|model\/(kinds|names|world|parts|marks|events)|lessons\/keep|timeline\/(tape|scene|pace|short|rewritten|compose|title|sentences\/)|workbench\/(session|queue|timeline|keep|families|selection|composition))\b/,
            },
            {
              name: 'reading',
              test: /src\/(model\/things|timeline\/passage|counters\/amounts|workbench\/lit|lessons\/(run\.svelte|trial|play|answer|results|contrast|knobs|sql|SqlText|relation|Prose|ThingLink|format|guess)\b)/,
            },
          ],
        },
      },
    },
  },
});
