// The engine as the page sees it: what state it is in, what it printed, what lies on its pages.
import { EngineClient } from './client';
import type { Piece, Reply, Snapshot } from './protocol';

export type Status = 'loading' | 'ready' | 'running' | 'cancelling';

/** Pieces of output that are kept; older ones are left out. */
const KEPT = 3000;

export class Session {
  status = $state<Status>('loading');
  version = $state('');
  /** The line that is being run, and how far the script is. */
  line = $state(0);
  done = $state(0);
  total = $state(0);
  pieces = $state.raw<Piece[]>([]);
  leftOut = $state(0);
  snapshot = $state.raw<Snapshot | null>(null);
  /** Why the engine had to be started again. */
  stopped = $state('');
  /** Milliseconds the last run took. */
  took = $state(0);

  busy = $derived(this.status === 'running' || this.status === 'cancelling');
  /** Lines on which the last run printed an error. */
  failures = $state.raw<ReadonlySet<number>>(new Set());

  readonly client: EngineClient;
  #started = 0;

  constructor() {
    this.client = new EngineClient((reply) => this.#hear(reply));
  }

  #hear(reply: Exclude<Reply, { kind: 'page' | 'row' | 'open' | 'more' }>) {
    switch (reply.kind) {
      case 'ready':
        this.status = 'ready';
        this.version = reply.version;
        this.snapshot = reply.snapshot;
        break;
      case 'running':
        this.line = reply.line;
        this.done = reply.done;
        this.total = reply.total;
        break;
      case 'printed':
        this.done = reply.done;
        this.#print(reply.pieces);
        break;
      case 'snapshot':
        this.snapshot = reply.snapshot;
        break;
      case 'finished':
        this.status = 'ready';
        this.line = 0;
        this.took = performance.now() - this.#started;
        break;
      case 'panicked':
        this.status = 'loading';
        this.line = 0;
        this.stopped = reply.message;
    }
  }

  #print(pieces: Piece[]) {
    const failed = pieces.filter((p) => /^psql:.*: ERROR:/m.test(p.text)).map((p) => p.line);
    if (failed.length > 0) this.failures = new Set([...this.failures, ...failed]);
    const all = [...this.pieces, ...pieces];
    this.leftOut += Math.max(0, all.length - KEPT);
    this.pieces = all.slice(-KEPT);
  }

  /** Runs lines of the script; the first has this number. */
  run(text: string, firstLine = 1) {
    if (this.status !== 'ready') return;
    this.status = 'running';
    this.stopped = '';
    this.failures = new Set();
    this.done = 0;
    this.total = text.split('\n').length;
    this.#started = performance.now();
    this.client.run('script.sql', firstLine, text);
  }

  /** Ends the running statement and the script. */
  cancel() {
    if (this.status !== 'running') return;
    this.status = 'cancelling';
    this.client.cancel();
  }

  /** Forgets what was printed. */
  clear() {
    this.pieces = [];
    this.leftOut = 0;
  }

  /** Starts again with an empty database. */
  reset() {
    this.clear();
    this.stopped = '';
    this.status = 'loading';
    this.line = 0;
    this.took = 0;
    this.client.reset();
  }
}
