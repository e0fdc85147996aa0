import type { Plugin } from 'vite';

/** The version and the commit that it is made of: `0.1.0 (abc1234)`. */
export function version(): string;

/** What names the recordings beside the page, and changes with them; empty where there are none. */
export function recorded(): string;

/** The built files that only PGlite needs, by their paths. */
export const OF_PGLITE: RegExp;

/** The version of PGlite, and the bytes of what is loaded when a reader asks for it. */
export function pglite(): { version: string; bytes: number };

/** The repository's NOTICE as `NOTICE.txt` beside the page. */
export function notice(): Plugin;
