import type { Plugin } from 'vite';

export function lessons(): Plugin;
