// The page's side of the worker that reads tables and advises on them. It does one thing at a time.
import type {
  Comparison,
  Limit,
  ReadResult,
  Refused,
  Reply,
  Request,
  Settings,
  Source,
} from './protocol';
import { watchLife } from '../watch-life';

/** The error with which a request rejects when `cancel` ends it. */
export class Cancelled extends Error {}

/** The advisor's report as JSON, the rows that the table refused, and how many rows it took. */
export interface Advice {
  json: string;
  refused: Refused[];
  loaded: number;
}

/** Starts the worker that reads tables, and asks it. It waits for one reply at a time. */
export class Reader {
  readonly #progress: (what: string, share: number) => void;
  #worker: Worker | undefined;
  #pending: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;

  constructor(progress: (what: string, share: number) => void) {
    this.#progress = progress;
  }

  /** Whether the worker still has the rows that were read last. */
  get holds(): boolean {
    return this.#worker !== undefined;
  }

  /** Reads a table's rows in a worker. Rejects if they cannot be read, or with `Cancelled`. */
  async read(source: Source, limit: Limit): Promise<ReadResult> {
    const reply = await this.#ask({ kind: 'read', source, limit });
    if (reply.kind !== 'read') throw new Error('The worker answered something else.');
    return reply.result;
  }

  /** Returns the advice on the rows that were read last. Rejects if the worker fails, or with `Cancelled`. */
  async advise(create: string, settings: Settings): Promise<Advice> {
    const reply = await this.#ask({ kind: 'advise', create, settings });
    if (reply.kind !== 'report') throw new Error('The worker answered something else.');
    return reply;
  }

  /** Returns the script that repeats the trials of the last advice on a server. */
  async script(): Promise<string> {
    const reply = await this.#ask({ kind: 'script' });
    if (reply.kind !== 'script') throw new Error('The worker answered something else.');
    return reply.text;
  }

  /** Compares what psql printed for that script with what the engine prints, at the version that printed it. */
  async compare(output: string): Promise<Comparison> {
    const reply = await this.#ask({ kind: 'compare', output });
    if (reply.kind !== 'compared') throw new Error('The worker answered something else.');
    return reply.comparison;
  }

  /** Ends the worker. What it does is lost, and the rows that it has. */
  cancel() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#pending?.reject(new Cancelled());
    this.#pending = undefined;
  }

  /** Posts a request, and resolves with its reply. */
  #ask(request: Request): Promise<Reply> {
    this.#worker ??= this.#start();
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#worker?.postMessage(request);
    });
  }

  /** Starts the worker. */
  #start(): Worker {
    const worker = watchLife(
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'progress') this.#progress(data.what, data.share);
      else if (data.kind === 'failed') this.#pending?.reject(new Error(data.message));
      else this.#pending?.resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // The rows that it had are gone with it; the next request starts another one.
      this.#worker = undefined;
      worker.terminate();
      this.#pending?.reject(new Error(event.message || 'The engine could not be started.'));
      this.#pending = undefined;
    };
    return worker;
  }
}
