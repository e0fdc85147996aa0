// Loads the module while nobody waits for it, so that the workbench finds it in the browser's cache.
import wasm from './generated/toastscope_bg.wasm?url';

const link = document.createElement('link');
link.rel = 'prefetch';
link.as = 'fetch';
link.crossOrigin = 'anonymous';
link.href = wasm;
document.head.append(link);
