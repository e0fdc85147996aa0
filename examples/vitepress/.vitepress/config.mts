import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Toastscope in VitePress',
  head: [['script', { type: 'module', src: '/toastscope/toast-scope.js' }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'toast-scope' } } },
});
