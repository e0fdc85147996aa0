// The questions that a worker was asked and has not answered yet.

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Numbers the questions to a worker and resolves a promise when its answer comes. */
export class PendingAnswers {
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  /** Sends a question under a new number. Resolves when `resolve` is called with that number. */
  send<T>(post: (id: number) => void): Promise<T> {
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      post(id);
    });
  }

  /**
   * Resolves a question with its answer, or rejects it with an error. An answer that nobody waits for is
   * ignored.
   */
  resolve(id: number, answer: unknown) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answer instanceof Error) waiting?.reject(answer);
    else waiting?.resolve(answer as never);
  }

  /** Rejects all questions that are not answered yet with an error. */
  fail(reason: Error) {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
