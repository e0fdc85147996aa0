// Runs statements on an engine whose frames nobody draws: labs run many statements and want the plans that they print.
import { PendingAnswers } from '../pending-answers';
import type { Reply, Request } from './protocol';

/** An engine of its own in a worker, which runs statements and returns what psql prints. */
export class Server {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new PendingAnswers();

  constructor() {
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#pending.fail(new Error(event.message || 'The engine could not be started.'));
    };
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'failed') this.#pending.fail(new Error(data.message));
      else this.#pending.resolve(data.id, data.text);
    };
  }

  /** Runs a statement and returns psql's output, SQL errors included. Rejects if the engine broke. */
  run(statement: string): Promise<string> {
    return this.#pending.send((id) =>
      this.#worker.postMessage({ id, statement } satisfies Request),
    );
  }

  /** Ends the worker; open questions reject with this reason. */
  close(reason: Error) {
    this.#worker.terminate();
    this.#pending.fail(reason);
  }
}
