import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// Runes everywhere: then what Svelte has for components without them is left out.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
