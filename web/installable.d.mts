import type { Plugin } from 'vite';

/** Makes the built page installable: its manifest, its icon and its service worker. */
export function installable(): Plugin;
