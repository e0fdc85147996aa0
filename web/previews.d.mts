import type { Plugin } from 'vite';

export function previews(options?: { site?: string }): Plugin;
