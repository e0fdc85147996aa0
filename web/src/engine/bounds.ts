// What SQL may take of the machine: a page of its own much, a frame in somebody else's page less.
export interface Bounds {
  /** Bytes that all values of a session together may take. */
  memory: number;
  /** Bytes that the module may take, with all its sessions. A module never gives memory back: past this it is ended. */
  module: number;
  /** Milliseconds after which a statement is ended. */
  statement: number;
}

export const PAGE: Bounds = { memory: 1_500_000_000, module: Infinity, statement: Infinity };
export const FRAME: Bounds = { memory: 400_000_000, module: 800_000_000, statement: 20_000 };

/** What `sharing.ts` calls a worker that a frame has to itself. */
export const OWN_OF_FRAME = 'toastscope frame';
