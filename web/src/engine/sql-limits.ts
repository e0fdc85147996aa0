// How much memory and time SQL may take: much on a page of its own, less in a frame of another page.
/** How much memory and time a session and its worker may take. */
export interface Bounds {
  /** Bytes that all values of a session together may take. */
  memory: number;
  /** Bytes that the module may take, with all its sessions. A module never gives memory back: past this it is ended. */
  module: number;
  /** Milliseconds after which a statement is ended. */
  statement: number;
  /** Whether what runs again is kept at its end alone, and not as it was in between: less memory, a longer way back. */
  sparing: boolean;
}

export const PAGE: Bounds = {
  memory: 1_500_000_000,
  module: Infinity,
  statement: Infinity,
  sparing: false,
};
export const FRAME: Bounds = {
  memory: 400_000_000,
  module: 800_000_000,
  statement: 20_000,
  sparing: true,
};

/** What `shared-connection.ts` calls a worker that a frame has to itself. */
export const OWN_OF_FRAME = 'toastscope frame';
