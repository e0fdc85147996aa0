import type { Plugin } from 'vite';

/** Gives each HTML file its Content-Security-Policy, and writes `_headers`. */
export function strict(): Plugin;
