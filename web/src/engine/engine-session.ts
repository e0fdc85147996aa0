// A session in the worker: runs scripts line by line, posts what each step did, answers questions. A worker has one
// session, or several that share it; then one runs at a time, and lets the others in between its lines.
import { Engine, initSync, version } from './generated/toastscope.js';
import wasm from './generated/toastscope_bg.wasm?url';
import type { Bounds } from './sql-limits';
import { History } from './history';
import type { Piece, Question, Reply, Request, StepData } from './protocol';
import { readyFor } from './load-zstd';

/** `shared_buffers` as on the recorded servers (2 GB). */
const SHARED_BUFFERS = 262_144;
/** Milliseconds between two posts of what was printed and of the steps. */
const PRINT_EVERY = 50;

const TOO_MUCH = 'A statement took more memory than there is for it.';

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** The session that the engine runs for now. */
let entered: EngineSession | null = null;
let memory: WebAssembly.Memory;

globalThis.toastscopeInterrupted = () => entered?.interrupted() ?? false;

/** Compiles the module while it arrives, or afterwards where the server does not say that it is WebAssembly. */
const compiled = () =>
  WebAssembly.compileStreaming(fetch(wasm)).catch(async () =>
    WebAssembly.compile(await (await fetch(wasm)).arrayBuffer()),
  );

/** Loads the module, once in a worker. `panicked` is called when the module stops for good. */
export async function load(panicked: (message: string) => void) {
  globalThis.toastscopePanicked = panicked;
  ({ memory } = initSync({ module: await compiled() }));
}

/** The message of an error that stops the module without a panic: out of memory, stack overflow. */
export const stopReason = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

type Post = (reply: Reply, transfer?: Transferable[]) => void;

/** Lets messages of the page arrive. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** What a script printed and did, until it is posted. */
class Outbox {
  #pieces: Piece[] = [];
  #steps: StepData[] = [];
  constructor(
    private readonly post: Post,
    readonly total: number,
  ) {}

  /** Adds what was printed when a line was run. Returns the printed text without the line's echo. */
  print(line: number, text: string, printed: string): string {
    const echo = printed === `${text}\n` || printed.startsWith(`${text}\n`) ? text : '';
    const rest = echo ? printed.slice(echo.length + 1) : printed;
    if (printed) this.#pieces.push({ line, echo, text: rest });
    return rest;
  }

  /** Adds a step to what `flush` posts; null adds nothing. */
  step(step: StepData | null) {
    if (step) this.#steps.push(step);
  }

  /** Posts everything added so far; `done` lines are done. */
  flush(done: number) {
    const { post, total } = this;
    if (this.#pieces.length > 0)
      post({ kind: 'printed', pieces: this.#pieces.splice(0), done, total });
    if (this.#steps.length > 0) {
      const steps = this.#steps.splice(0);
      const arrays = steps.flatMap((s) => [s.pins.buffer, s.patch.buffer, s.wal.buffer]);
      post({ kind: 'steps', steps }, arrays);
    }
  }
}

/** One session of a worker: an engine, the steps that it ran, and what it posts to the page. */
export class EngineSession {
  #seed = Math.random();
  #engine: Engine;
  #history: History;
  #cancelled = false;
  /** An object URL: the page revokes it to cancel what runs. */
  #interrupt = '';
  /** Whether a script runs; messages arrive between its lines. */
  #running = false;
  /** When the statement that runs began. */
  #began = 0;
  #closed = false;

  constructor(
    private readonly post: Post,
    private readonly bounds: Bounds,
  ) {
    this.#engine = new Engine(SHARED_BUFFERS, bounds.memory, this.#seed);
    this.#history = new History(this.#engine);
    post({ kind: 'ready', version: version(), seed: this.#seed });
  }

  /**
   * Whether the statement that runs is to end. No message arrives while it runs, but whether the object URL still
   * exists can be asked.
   */
  interrupted(): boolean {
    const long = performance.now() - this.#began > this.bounds.statement;
    if (long || this.#overgrown) this.#cancelled = true;
    if (this.#cancelled) return true;
    if (!this.#interrupt) return false;
    try {
      const request = new XMLHttpRequest();
      request.open('GET', this.#interrupt, false);
      request.send();
      return false;
    } catch {
      this.#cancelled = true;
      return true;
    }
  }

  /** Whether the module has taken more memory than it may. */
  get #overgrown(): boolean {
    return memory.buffer.byteLength > this.bounds.module;
  }

  /**
   * Throws if the module's memory has grown too large: it never shrinks, so the module has to end, for all
   * sessions that share it.
   */
  #checkMemory() {
    if (this.#overgrown) throw new Error(TOO_MUCH);
  }

  /** Makes this the session that the module's callbacks speak of, until another one enters. */
  #enter() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the one that runs is known to the module
    entered = this;
    this.#began = performance.now();
  }

  /** Frees the engine's memory of this session. */
  close() {
    this.#closed = true;
    this.#cancelled = true;
    if (!this.#running) this.#free();
  }

  /** Frees the engine. */
  #free() {
    this.#history.free();
    this.#engine.free();
  }

  /** Runs a script or a replay, and posts when it begins and when it ends. */
  async #run(request: Extract<Request, { kind: 'run' | 'replay' }>, go: () => Promise<Outbox>) {
    this.#cancelled = false;
    this.#running = true;
    this.#interrupt = request.interrupt;
    this.post({ kind: 'begun' });
    const out = await go();
    this.#interrupt = '';
    this.#running = false;
    if (this.#closed) return this.#free();
    out.flush(out.total);
    const { id } = request;
    // A worker that several share is not replaced for one of them.
    const own = this.bounds.module === Infinity;
    const reserved = own ? memory.buffer.byteLength : 0;
    this.post({ kind: 'finished', id, cancelled: this.#cancelled, reserved });
  }

  /** Runs a script: line by line, posting each step. */
  async #script(request: Extract<Request, { kind: 'run' }>): Promise<Outbox> {
    await readyFor([request.text]);
    this.#enter();
    const engine = this.#engine;
    const history = this.#history;
    const lines = request.text.replace(/\n$/, '').split('\n');
    const total = lines.length;
    const out = new Outbox(this.post, total);
    let postedAt = performance.now();
    if (request.trial) history.drop(request.trial.forget);
    history.goTo(request.from);
    engine.begin(request.file, request.firstLine - 1);
    for (const [i, text] of lines.entries()) {
      const line = request.firstLine + i;
      if (performance.now() - postedAt > PRINT_EVERY || (total < 200 && !request.trial)) {
        out.flush(i);
        this.post({ kind: 'running', line, done: i, total });
        await breathe();
        postedAt = performance.now();
      }
      if (this.#cancelled || engine.exitCode() !== undefined) break;
      this.#enter();
      const printed = engine.line(text);
      this.#checkMemory();
      history.line(line, text, out.print(line, text, printed));
      if (engine.atStart()) out.step(history.step());
    }
    this.#enter();
    if (!this.#cancelled) {
      const text = engine.finish();
      this.#checkMemory();
      out.print(request.firstLine + total - 1, '', text);
      history.line(0, null, text);
      out.step(history.step());
    } else {
      history.forget();
    }
    return out;
  }

  /** Runs the steps of another worker again, in their order. */
  async #replay(request: Extract<Request, { kind: 'replay' }>): Promise<Outbox> {
    this.#seed = request.seed;
    this.#free();
    this.#engine = new Engine(SHARED_BUFFERS, this.bounds.memory, this.#seed);
    this.#history = new History(this.#engine);
    const { steps, silent, next = 1 } = request;
    this.#history.numberFrom(next);
    await readyFor(steps.map((step) => step.text));
    const total = steps.length;
    /** Whether a step’s end is kept as a mark to return to: it is the last, or another branch begins after it. */
    const isReturnedTo = (i: number) =>
      i === total - 1 || steps.some(({ parent }, k) => k > i + 1 && parent === steps[i]?.id);
    const out = new Outbox(this.post, total);
    let postedAt = performance.now();
    for (const [i, step] of steps.entries()) {
      if (performance.now() - postedAt > PRINT_EVERY) {
        out.flush(i);
        this.post({ kind: 'running', line: step.line, done: i, total });
        await breathe();
        postedAt = performance.now();
      }
      if (this.#cancelled) break;
      this.#enter();
      const print = i < silent ? undefined : out.print.bind(out);
      out.step(this.#history.again(step, !this.bounds.sparing || isReturnedTo(i), print));
      this.#checkMemory();
    }
    return out;
  }

  /** Answers a question about pages, rows or values. */
  #answer(question: Question) {
    const engine = this.#engine;
    switch (question.kind) {
      case 'page': {
        const { relation, fork, block } = question;
        const view = engine.page(relation, fork, block);
        const bytes = engine.pageBytes(relation, fork, block);
        return view && bytes ? { view, bytes } : null;
      }
      case 'row':
        return engine.row(question.relation, question.block, question.offset) ?? null;
      case 'lastRow':
        return engine.lastRow() ?? null;
      case 'printed':
        return this.#history.aside(() => engine.line(question.sql));
      case 'outline':
        return engine.outline(question.relation, question.first, question.count);
      case 'open': {
        const { place } = question;
        const opened = engine.openFields(place);
        const bytes = opened && engine.openBytes(place);
        if (!opened || !bytes) return null;
        const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
        bytes.free();
        const main = place.kind === 'page' && place.fork === 'main';
        const page = (main && engine.page(place.relation, place.fork, place.block)) || null;
        return { opened, stored, plain, tokens, page };
      }
      case 'more':
        return engine.moreFields(question.place, question.more);
    }
  }

  /** Handles a message of the page; throws when the module stops. */
  hear(data: Request): Promise<void> | undefined {
    if (this.#closed) return undefined;
    switch (data.kind) {
      case 'run':
        return this.#run(data, () => this.#script(data));
      case 'replay':
        return this.#run(data, () => this.#replay(data));
      case 'cancel':
        this.#cancelled = true;
        return undefined;
      case 'ask': {
        // While a script runs only what is there now can be looked at.
        const there = this.#running
          ? data.step === this.#history.current
          : this.#history.has(data.step);
        if (there) this.#enter();
        const answer = there
          ? this.#history.at(data.step, () => this.#answer(data.question))
          : null;
        this.post({ kind: 'answer', id: data.id, answer });
        return undefined;
      }
      case 'breakDown':
        this.#engine.breakDown();
        return undefined;
      case 'leave':
        this.close();
        return undefined;
    }
  }
}
