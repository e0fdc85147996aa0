// What the page and the worker that has many clients say to each other.
import type { Report } from '../generated/toastscope.js';

export type { Report, Span, Waited } from '../generated/toastscope.js';

/** A script of pgbench, and what it runs on. */
export interface Work {
  /** A script of psql. */
  setUp: string;
  /** A script of pgbench. */
  script: string;
}

export interface Machine {
  cores: number;
  /** What its disk takes for a flush of the log, in ms. */
  flushMs: number;
}

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

export type Reply =
  /** How much is done, from 0 to 1. */
  | { kind: 'share'; share: number }
  | { kind: 'report'; report: Report }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };
