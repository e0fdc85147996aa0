// In the place of `pglite-start.ts` where PGlite is not beside the page: the page as one file.

/** No worker can be started. */
export const startPglite: (() => Worker) | undefined = undefined;
