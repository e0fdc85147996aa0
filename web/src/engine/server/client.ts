// The page's side of a server without a stage: for labs, which run many statements and want their plans.
import type { Reply, Request } from './protocol';

export class Server {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<
    number,
    { resolve: (text: string) => void; reject: (error: Error) => void }
  >();
  #next = 1;

  constructor() {
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Error(event.message || 'The engine could not be started.'));
    };
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'failed') {
        this.#fail(new Error(data.message));
        return;
      }
      this.#waiting.get(data.id)?.resolve(data.text);
      this.#waiting.delete(data.id);
    };
  }

  #fail(error: Error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Runs a statement and gives what psql printed, errors of SQL too. Rejects when the engine broke. */
  run(statement: string): Promise<string> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const request: Request = { id, statement };
      this.#worker.postMessage(request);
    });
  }

  /** Ends it, whatever it does; what was asked rejects with this reason. */
  close(reason: Error) {
    this.#worker.terminate();
    this.#fail(reason);
  }
}
