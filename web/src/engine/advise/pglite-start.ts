// Starts the worker with PGlite. The page as one file, which does not carry PGlite, has `pglite-absent.ts` in its place.

/** Starts the worker; undefined where PGlite is not beside the page. */
export const startPglite: (() => Worker) | undefined = () =>
  new Worker(new URL('./pglite-worker.ts', import.meta.url), { type: 'module' });
