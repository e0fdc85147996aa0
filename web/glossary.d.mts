import type { Plugin } from 'vite';

export function glossary(): Plugin;
