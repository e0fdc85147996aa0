// The page's side of the worker: starts it, asks it, starts it again when it broke.
import type {
  Field,
  Fork,
  More,
  OpenAnswer,
  PageAnswer,
  Place,
  Reply,
  Request,
  RowView,
} from './protocol';

/** Milliseconds a cancelled statement may take to end before its worker is ended instead. */
const PATIENCE = 4000;

type Told = Exclude<Reply, { kind: 'page' | 'row' | 'open' | 'more' }>;

export class EngineClient {
  #worker!: Worker;
  #next = 1;
  #waiting = new Map<number, (answer: never) => void>();
  #interrupt = '';
  #giveUp: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (reply: Told) => void) {
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#broke(event.message || 'The engine could not be started.');
    };
    this.#worker = worker;
  }

  #hear(reply: Reply) {
    switch (reply.kind) {
      case 'page':
      case 'row':
      case 'open':
      case 'more':
        this.#waiting.get(reply.id)?.(reply.answer as never);
        this.#waiting.delete(reply.id);
        return;
      case 'panicked':
        this.#broke(reply.message);
        return;
      case 'finished':
        this.#ended();
        break;
    }
    this.tell(reply);
  }

  #ended() {
    clearTimeout(this.#giveUp);
    URL.revokeObjectURL(this.#interrupt);
    this.#interrupt = '';
  }

  /** Ends the worker, says why, and starts another with an empty database. */
  #broke(message: string) {
    this.#ended();
    this.#worker.terminate();
    for (const answer of this.#waiting.values()) answer(null as never);
    this.#waiting.clear();
    this.tell({ kind: 'panicked', message });
    this.#start();
  }

  #post(request: Request) {
    this.#worker.postMessage(request);
  }

  /** Runs lines of a script, of which the first has this number. */
  run(file: string, firstLine: number, text: string) {
    this.#ended();
    this.#interrupt = URL.createObjectURL(new Blob(['']));
    this.#post({
      kind: 'run',
      id: this.#next++,
      file,
      firstLine,
      text,
      interrupt: this.#interrupt,
    });
  }

  /** Ends the running statement and the script. */
  cancel() {
    URL.revokeObjectURL(this.#interrupt);
    this.#post({ kind: 'cancel' });
    clearTimeout(this.#giveUp);
    this.#giveUp = setTimeout(() => this.#broke('The statement did not end in time.'), PATIENCE);
  }

  /** Throws the database away. */
  reset() {
    this.#ended();
    this.#worker.terminate();
    this.#waiting.clear();
    this.#start();
  }

  #ask<T>(request: (id: number) => Request): Promise<T> {
    const id = this.#next++;
    return new Promise<T>((resolve) => {
      this.#waiting.set(id, resolve as (answer: never) => void);
      this.#post(request(id));
    });
  }

  /** A page, or null when there is none. */
  page(relation: number, fork: Fork, block: number): Promise<PageAnswer | null> {
    return this.#ask((id) => ({ kind: 'page', id, relation, fork, block }));
  }

  /** A row with its chunks and index entries, or null. */
  row(relation: number, block: number, offset: number): Promise<RowView | null> {
    return this.#ask((id) => ({ kind: 'row', id, relation, block, offset }));
  }

  /** The fields and bytes of a page or value, or null when it is not there. */
  open(place: Place): Promise<OpenAnswer | null> {
    return this.#ask((id) => ({ kind: 'open', id, place }));
  }

  /** Children of a field that were left for later. */
  more(place: Place, more: More): Promise<Field[] | null> {
    return this.#ask((id) => ({ kind: 'more', id, place, more }));
  }

  /** Makes the engine panic; for tests. */
  breakDown() {
    this.#post({ kind: 'breakDown' });
  }
}
