import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { element } from './element.mjs';
import { lessons } from './lessons.mjs';
import { notice, version } from './release.mjs';

export default defineConfig({
  base: './',
  plugins: [svelte(), lessons(), element(), notice()],
  define: { 'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'embed.html'] },
  },
});
