import type { Plugin } from 'vite';

export function guide(): Plugin;
export function rendered(text: string): { html: string; contents: string };
