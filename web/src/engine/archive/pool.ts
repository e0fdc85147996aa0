// Workers that compress: as many as asked for, each with one task at a time, all ended at once.
import type { Done, Method, Reply, Request, Setting, Task } from './protocol';
import { watchLife } from '../watch-life';

/** A block smaller than this is not worth a worker. Bytes. */
const SMALLEST_BLOCK = 1 << 20;

interface Waiting {
  task: Task;
  resolve: (done: Done) => void;
  reject: (error: Error) => void;
}

/** Why a task did not end. */
export class Cancelled extends Error {}

/** Keeps up to a number of workers that compress, and gives each its next task. */
export class Pool {
  #idle: Worker[] = [];
  #busy = new Map<Worker, Waiting>();
  #queue: Waiting[] = [];
  #next = 1;
  /** Pools of one worker each, for measurements of memory, which need a module of their own. */
  readonly #apart = new Set<Pool>();

  /** @param workers how many there may be */
  constructor(readonly workers: number) {}

  /** Runs a task as soon as a worker is free. */
  run(task: Task): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, resolve, reject });
      this.#start();
    });
  }

  /** Starts all workers, so that none is measured while it loads. */
  async warmUp(): Promise<void> {
    const setting: Setting = { method: 'lz4', level: 1 };
    const plain = new Blob([new Uint8Array(1000)]);
    const tasks = Array.from({ length: this.workers }, () =>
      this.run({ kind: 'compress', setting, plain, keep: false }),
    );
    await Promise.all(tasks);
  }

  /** Compresses a whole file in one worker. */
  whole(setting: Setting, plain: Blob): Promise<Done> {
    return this.run({ kind: 'compress', setting, plain, keep: false });
  }

  /**
   * Bytes of memory that a compressor takes beyond the file. It is measured in a module of its own, since a
   * module's memory never shrinks.
   */
  async memory(setting: Setting, plain: Blob): Promise<number> {
    const own = new Pool(1);
    this.#apart.add(own);
    try {
      return (await own.run({ kind: 'memory', setting, plain })).memory ?? 0;
    } finally {
      this.#apart.delete(own);
      own.cancel();
    }
  }

  /**
   * Compresses a file in blocks, one for each worker, and joins them. The seconds are those until the last block is
   * compressed, and those that the joining takes.
   */
  async blocks(setting: Setting, plain: Blob): Promise<Done> {
    const size = this.blockSize(plain.size);
    const parts: Blob[] = [];
    for (let at = 0; at < plain.size; at += size) parts.push(plain.slice(at, at + size));
    const start = performance.now();
    const packed = await Promise.all(
      parts.map((part) => this.run({ kind: 'compress', setting, plain: part, keep: true })),
    );
    const seconds = (performance.now() - start) / 1000;
    const method: Method = setting.method;
    const files = packed.map((done) => done.packed as ArrayBuffer);
    const joined = await this.run({ kind: 'join', method, parts: files, plain });
    const cpu = packed.reduce((sum, done) => sum + done.cpu, joined.cpu);
    return { ...joined, cpu, seconds: seconds + joined.seconds };
  }

  /** The size in bytes of a block for a file of this length: whole MB, as command lines take them. */
  blockSize(length: number): number {
    return Math.max(
      SMALLEST_BLOCK,
      Math.ceil(length / this.workers / SMALLEST_BLOCK) * SMALLEST_BLOCK,
    );
  }

  /** Ends all tasks. The pool can be used again. */
  cancel() {
    for (const own of this.#apart) own.cancel();
    const waiting = [...this.#busy.values(), ...this.#queue];
    for (const worker of [...this.#busy.keys(), ...this.#idle]) worker.terminate();
    this.#busy.clear();
    this.#idle = [];
    this.#queue = [];
    for (const { reject } of waiting) reject(new Cancelled());
  }

  /** Gives waiting tasks to idle workers, or to new ones. */
  #start() {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? this.#another();
      if (!worker) return;
      const waiting = this.#queue.shift()!;
      this.#busy.set(worker, waiting);
      worker.postMessage({ id: this.#next++, task: waiting.task } satisfies Request);
    }
  }

  /** Starts one more worker, if there may be one. */
  #another(): Worker | undefined {
    if (this.#busy.size >= this.workers) return undefined;
    const worker = watchLife(
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    );
    /** Ends the task of the worker, which is replaced if it broke. */
    const finish = (end: (waiting: Waiting) => void, broken: boolean) => {
      const waiting = this.#busy.get(worker);
      this.#busy.delete(worker);
      // After a failure nobody knows what state the module is in.
      if (broken) {
        worker.terminate();
        this.#idle = this.#idle.filter((other) => other !== worker);
      } else this.#idle.push(worker);
      if (waiting) end(waiting);
      this.#start();
    };
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if ('done' in data) finish(({ resolve }) => resolve(data.done), false);
      else finish(({ reject }) => reject(new Error(data.failed)), true);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const why = event.message || 'The compressors could not be loaded.';
      finish(({ reject }) => reject(new Error(why)), true);
    };
    return worker;
  }
}
