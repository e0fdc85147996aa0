import type { Plugin } from 'vite';

export function element(): Plugin;
