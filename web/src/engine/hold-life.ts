// Imported first by each worker: it holds a lock as long as the worker lives, and tells the page the lock's name. Whoever waits
// for the lock gets it when the worker's end has come. So the page notices that a worker is gone, without measuring time: a
// browser that is short of memory ends a worker without a word to anybody.

/** The message that names the lock. */
export interface Alive {
  kind: 'alive';
  lock: string;
}

const lock = `toastscope worker ${Math.random()}`;
/** Tells the page the lock's name, and holds the lock from then on. */
const hold = () => {
  postMessage({ kind: 'alive', lock } satisfies Alive);
  return new Promise<never>(() => {});
};
// Where there are no locks (an insecure page, a sandboxed frame) the page does without.
navigator.locks?.request(lock, hold).catch(() => undefined);
