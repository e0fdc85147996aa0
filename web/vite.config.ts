import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { installable } from './installable.mjs';
import { lessons } from './lessons.mjs';
import { strict } from './policy.mjs';
import { notice, recorded, version } from './release.mjs';

export default defineConfig({
  base: './',
  // What was recorded of the lessons lies beside the page.
  publicDir: '../target/beside',
  plugins: [svelte(), lessons(), notice(), installable(), strict()],
  define: {
    'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()),
    'import.meta.env.TOASTSCOPE_RECORDED': JSON.stringify(recorded()),
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'embed.html'] },
  },
});
