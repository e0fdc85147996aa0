// Asks the worker that reads a segment of the log.
import { PendingAnswers } from '../pending-answers';
import type { Answers, Question, Reply, Request } from './protocol';
import { watchLife } from '../watch-life';

/** Asks a worker that has one segment of the log. The worker starts at the first question. */
export class SegmentClient {
  #worker: Worker | null = null;
  readonly #pending = new PendingAnswers();

  /** Asks the worker a question. */
  ask<K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<Answers[K]> {
    const worker = (this.#worker ??= this.#start());
    return this.#pending.send((id) => worker.postMessage({ id, question } satisfies Request));
  }

  /** Starts the worker. */
  #start(): Worker {
    const worker = watchLife(
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) =>
      this.#pending.resolve(data.id, 'answer' in data ? data.answer : new Error(data.failed));
    worker.onerror = (event) => {
      event.preventDefault();
      this.close(new Error(event.message || 'The engine could not be started.'));
    };
    return worker;
  }

  /** Ends the worker; open questions reject with this reason. */
  close(reason = new Error('The segment was closed.')) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#pending.fail(reason);
  }
}
