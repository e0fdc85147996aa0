import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Toastscope in VitePress',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'toast-scope' } } },
});
