// The engine's side: runs scripts line by line, hands on what each step did, answers questions.
import init, { Engine, version } from './generated/toastscope.js';
import wasm from './generated/toastscope_bg.wasm?url';
import { History } from './history';
import type { Piece, Question, Reply, Request, StepData } from './protocol';
import { readyFor } from './zstd';

/** `shared_buffers` as on the recorded servers (2 GB), and the memory all values together may take. */
const SHARED_BUFFERS = 262_144;
const MEMORY = 1_500_000_000;
/** Milliseconds between two looks at what is printed, and at the steps. */
const PRINT_EVERY = 50;

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

let cancelled = false;
let interrupt = '';
/** Whether a script runs, and merely lets messages in. */
let running = false;

const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });

globalThis.toastscopePanicked = (message) => post({ kind: 'panicked', message });

// While a statement runs no message arrives here. But the page can take back an address it gave,
// and that can be noticed at once.
globalThis.toastscopeInterrupted = () => {
  if (!interrupt) return false;
  try {
    const request = new XMLHttpRequest();
    request.open('GET', interrupt, false);
    request.send();
    return false;
  } catch {
    cancelled = true;
    return true;
  }
};

await init({ module_or_path: wasm });
let seed = Math.random();
let engine = new Engine(SHARED_BUFFERS, MEMORY, seed);
let history = new History(engine);

/** Lets messages in. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** What a script printed and did, handed on now and then. */
class Outbox {
  #pieces: Piece[] = [];
  #steps: StepData[] = [];
  constructor(private readonly total: number) {}

  piece(piece: Piece) {
    this.#pieces.push(piece);
  }

  step(step: StepData | null) {
    if (step) this.#steps.push(step);
  }

  flush(done: number) {
    const { total } = this;
    if (this.#pieces.length > 0)
      post({ kind: 'printed', pieces: this.#pieces.splice(0), done, total });
    if (this.#steps.length > 0) {
      const steps = this.#steps.splice(0);
      const arrays = steps.flatMap((s) => [s.pins.buffer, s.patch.buffer, s.wal.buffer]);
      post({ kind: 'steps', steps }, arrays);
    }
  }
}

async function runScript(request: Extract<Request, { kind: 'run' }>) {
  cancelled = false;
  running = true;
  interrupt = request.interrupt;
  await readyFor([request.text]);
  const lines = request.text.replace(/\n$/, '').split('\n');
  const total = lines.length;
  const out = new Outbox(total);
  let told = performance.now();
  if (request.trial) history.drop(request.trial.forget);
  history.goTo(request.from);
  engine.begin(request.file, request.firstLine - 1);
  for (const [i, text] of lines.entries()) {
    const line = request.firstLine + i;
    if (performance.now() - told > PRINT_EVERY || (total < 200 && !request.trial)) {
      out.flush(i);
      post({ kind: 'running', line, done: i, total });
      await breathe();
      told = performance.now();
    }
    if (cancelled || engine.exitCode() !== undefined) break;
    const printed = engine.line(text);
    const echo = printed === `${text}\n` || printed.startsWith(`${text}\n`) ? text : '';
    const rest = echo ? printed.slice(echo.length + 1) : printed;
    if (printed) out.piece({ line, echo, text: rest });
    history.line(line, text, rest);
    if (engine.atStart()) out.step(history.step());
  }
  if (!cancelled) {
    const text = engine.finish();
    if (text) out.piece({ line: request.firstLine + total - 1, echo: '', text });
    history.line(0, null, text);
    out.step(history.step());
  } else {
    history.forget();
  }
  interrupt = '';
  running = false;
  out.flush(total);
  post({ kind: 'finished', id: request.id, cancelled });
}

/** Runs the steps of another worker again, in their order. */
async function replay(request: Extract<Request, { kind: 'replay' }>) {
  cancelled = false;
  running = true;
  interrupt = request.interrupt;
  seed = request.seed;
  history.free();
  engine.free();
  engine = new Engine(SHARED_BUFFERS, MEMORY, seed);
  history = new History(engine);
  await readyFor(request.steps.map((step) => step.text));
  const total = request.steps.length;
  const out = new Outbox(total);
  let told = performance.now();
  for (const [i, step] of request.steps.entries()) {
    if (performance.now() - told > PRINT_EVERY) {
      out.flush(i);
      post({ kind: 'running', line: step.line, done: i, total });
      await breathe();
      told = performance.now();
    }
    if (cancelled) break;
    out.step(history.again(step));
  }
  interrupt = '';
  running = false;
  out.flush(total);
  post({ kind: 'finished', id: request.id, cancelled });
}

/** What stops the module without a panic: no memory, no stack. */
const stopped = (error: unknown) =>
  post({ kind: 'panicked', message: error instanceof Error ? error.message : String(error) });

onmessage = ({ data }: MessageEvent<Request>) => {
  try {
    hear(data);
  } catch (error) {
    stopped(error);
  }
};

function look(question: Question) {
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
    case 'outline':
      return engine.outline(question.relation, question.first, question.count);
    case 'open': {
      const opened = engine.openFields(question.place);
      const bytes = opened && engine.openBytes(question.place);
      if (!opened || !bytes) return null;
      const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
      bytes.free();
      return { opened, stored, plain, tokens };
    }
    case 'more':
      return engine.moreFields(question.place, question.more);
  }
}

function hear(data: Request) {
  switch (data.kind) {
    case 'run':
      runScript(data).catch(stopped);
      break;
    case 'replay':
      replay(data).catch(stopped);
      break;
    case 'cancel':
      cancelled = true;
      break;
    case 'ask': {
      // While a script runs only what is there now can be looked at.
      const there = !running || data.step === history.current;
      const answer = there ? history.at(data.step, () => look(data.question)) : null;
      post({ kind: 'answer', id: data.id, answer });
      break;
    }
    case 'breakDown':
      engine.breakDown();
  }
}

post({ kind: 'ready', version: version(), seed });
