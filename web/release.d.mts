import type { Plugin } from 'vite';

/** The version and the commit that it is made of: `0.1.0 (abc1234)`. */
export function version(): string;

/** What names the recordings beside the page, and changes with them; empty where there are none. */
export function recorded(): string;

/** The repository's NOTICE as `NOTICE.txt` beside the page. */
export function notice(): Plugin;
