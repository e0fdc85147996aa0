// Runs statements on an engine whose frames nobody draws: labs run many statements and want the plans that they print.
import { PendingAnswers } from '../pending-answers';
import type { Reply, Request } from './protocol';
import { watchLife } from '../watch-life';

/** An engine of its own in a worker, which runs statements and returns what psql prints. */
export class Server {
  readonly #worker = watchLife(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  );
  readonly #pending = new PendingAnswers();
  /** Why the engine answers nothing any more. */
  #broken: Error | null = null;

  constructor() {
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#broke(event.message || 'The engine could not be started.');
    };
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'failed') this.#broke(data.message);
      else this.#pending.resolve(data.id, data.text);
    };
  }

  /** Runs a statement and returns psql's output, SQL errors included. Rejects if the engine broke. */
  run(statement: string): Promise<string> {
    if (this.#broken) return Promise.reject(this.#broken);
    return this.#pending.send((id) =>
      this.#worker.postMessage({ id, statement } satisfies Request),
    );
  }

  /** Rejects what is open, and all that is asked later: nobody will answer. */
  #broke(message: string) {
    this.#broken = new Error(message);
    this.#pending.fail(this.#broken);
  }

  /** Ends the worker; open questions reject with this reason. */
  close(reason: Error) {
    this.#worker.terminate();
    this.#pending.fail(reason);
  }
}
