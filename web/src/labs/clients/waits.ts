// What a client does or waits for: the engine's names (`engine/client/src/clients/simulate/wait.rs`, in the order of
// `Wait::ALL`), each with its colour and its meaning.

/** A state of a client, with its colour and its meaning. */
export interface WaitStyle {
  event: string;
  colour: string;
  means: string;
}

export const WAITS: readonly WaitStyle[] = [
  { event: 'running', colour: 'var(--index-3)', means: 'has a core' },
  { event: 'ready', colour: 'var(--index-2)', means: 'waits for a core' },
  { event: 'IO:WALSync', colour: 'var(--wal-5)', means: 'flushes the log' },
  { event: 'IO:WALWrite', colour: 'var(--wal-3)', means: 'writes the log' },
  { event: 'LWLock:WALWrite', colour: 'var(--wal-2)', means: 'waits until another has flushed' },
  { event: 'LWLock:WALInsert', colour: 'var(--heap-5)', means: 'waits to put a record in the log' },
  { event: 'LWLock:BufferContent', colour: 'var(--heap-3)', means: 'a page is locked' },
  { event: 'Lock:extend', colour: 'var(--heap-2)', means: 'another makes the file longer' },
  { event: 'Lock:transactionid', colour: 'var(--toast-4)', means: 'another has the row' },
  { event: 'Lock:tuple', colour: 'var(--toast-2)', means: 'others wait for the row already' },
  { event: 'Client:ClientRead', colour: 'var(--rule)', means: 'the server waits for pgbench' },
];
