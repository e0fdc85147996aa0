// A worker with a segment in it, asked with promises.
import type { Answers, Question, Reply, Request } from './protocol';

interface Waiting {
  done: (answer: never) => void;
  failed: (error: Error) => void;
}

export class SegmentClient {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  ask<K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<Answers[K]> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      worker.postMessage({ id, question } satisfies Request);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('answer' in data) waiting?.done(data.answer as never);
      else waiting?.failed(new Error(data.failed));
    };
    worker.onerror = (event) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message));
      this.close();
    };
    return worker;
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }
}
