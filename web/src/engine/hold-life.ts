// Imported first by each worker: it holds a lock as long as the worker lives, and tells the page the lock's name. Whoever waits
// for the lock gets it when the worker's end has come. So the page notices that a worker is gone, without measuring time: a
// browser that is short of memory ends a worker without a word to anybody.

/** The message that names the lock. */
export interface Alive {
  kind: 'alive';
  lock: string;
}

const lock = `toastscope worker ${Math.random()}`;
/**
 * Resolves once the page has been told the lock's name; at once where there are no locks (an insecure page, a sandboxed
 * frame). A worker that ends before is not noticed, so it should not say that it is ready before.
 */
export const told = new Promise<void>((resolve) => {
  /** Tells the page the lock's name, and holds the lock from then on. */
  const hold = () => {
    postMessage({ kind: 'alive', lock } satisfies Alive);
    resolve();
    return new Promise<never>(() => {});
  };
  if (!navigator.locks) resolve();
  else navigator.locks.request(lock, hold).catch(() => resolve());
});
