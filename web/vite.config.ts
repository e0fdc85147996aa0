import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { notice, version } from './release.mjs';

export default defineConfig({
  base: './',
  plugins: [svelte(), notice()],
  define: { 'import.meta.env.TOASTSCOPE_VERSION': JSON.stringify(version()) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'embed.html'] },
  },
});
