// The messages between the page and the worker that simulates many clients.
import type { Report } from '../generated/toastscope.js';

export type { Report, Span, Waited } from '../generated/toastscope.js';

/** A script of pgbench, and what it runs on. */
export interface Work {
  /** A script of psql. */
  setUp: string;
  /** A script of pgbench. */
  script: string;
}

/** The server on which the clients run, as the model prices it. */
export interface Machine {
  cores: number;
  /** What its disk takes for a flush of the log, in ms. */
  flushMs: number;
}

/** A run for each number of clients in `counts`, with the same work and machine. */
export interface Request {
  work: Work;
  machine: Machine;
  /** How many clients there are, one run each. */
  counts: readonly number[];
  /** Transactions of each client that the engine runs. */
  rounds: number;
  /** Seconds of modelled time. */
  seconds: number;
}

/** What the worker posts: how far it is, a report of each run, and the end. */
export type Reply =
  /** How much is done, from 0 to 1. */
  | { kind: 'share'; share: number }
  | { kind: 'report'; report: Report }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };
