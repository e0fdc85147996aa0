// The engine's side: runs scripts line by line, looks at the result, answers questions.
import init, { Engine, version } from './generated/toastscope.js';
import wasm from './generated/toastscope_bg.wasm?url';
import type { Piece, Reply, Request, Snapshot } from './protocol';

/** `shared_buffers` as on the recorded servers (2 GB), and the memory all values together may take. */
const SHARED_BUFFERS = 262_144;
const MEMORY = 1_500_000_000;
/** Relations with up to this many pages are drawn with their tuples. */
const OUTLINED = 128;
/** Milliseconds between two looks at what is printed, and at the pages. */
const PRINT_EVERY = 50;
const LOOK_EVERY = 160;

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

let cancelled = false;
let interrupt = '';

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
const engine = new Engine(SHARED_BUFFERS, MEMORY, Math.random());

function look(): { snapshot: Snapshot; transfer: Transferable[] } {
  const relations = engine.relations();
  const pages = new Map<number, Uint16Array>();
  const outlines = new Map<number, Uint16Array>();
  for (const { oid, forks } of relations) {
    pages.set(oid, engine.summary(oid));
    const blocks = forks[0]?.blocks ?? 0;
    if (blocks <= OUTLINED) outlines.set(oid, engine.outline(oid, 0, blocks));
  }
  const snapshot: Snapshot = {
    relations,
    pages,
    outlines,
    counters: engine.counters(),
    lastRow: engine.lastRow() ?? null,
    transaction: engine.transaction() as Snapshot['transaction'],
  };
  const arrays = [...pages.values(), ...outlines.values()];
  return { snapshot, transfer: arrays.map((array) => array.buffer) };
}

function tellSnapshot() {
  const { snapshot, transfer } = look();
  post({ kind: 'snapshot', snapshot }, transfer);
}

/** Lets messages in. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

async function runScript(request: Extract<Request, { kind: 'run' }>) {
  cancelled = false;
  interrupt = request.interrupt;
  const lines = request.text.replace(/\n$/, '').split('\n');
  const total = lines.length;
  let pieces: Piece[] = [];
  let printed = performance.now();
  let looked = printed;
  const flush = (done: number) => {
    if (pieces.length > 0) post({ kind: 'printed', pieces, done, total });
    pieces = [];
  };
  engine.begin(request.file, request.firstLine - 1);
  for (const [i, text] of lines.entries()) {
    const line = request.firstLine + i;
    if (performance.now() - printed > PRINT_EVERY || total < 200) {
      flush(i);
      post({ kind: 'running', line, done: i, total });
      await breathe();
      printed = performance.now();
    }
    if (cancelled || engine.exitCode() !== undefined) break;
    const out = engine.line(text);
    const echo = out === `${text}\n` || out.startsWith(`${text}\n`) ? text : '';
    if (out) pieces.push({ line, echo, text: echo ? out.slice(echo.length + 1) : out });
    if (performance.now() - looked > LOOK_EVERY) {
      flush(i + 1);
      tellSnapshot();
      looked = performance.now();
    }
  }
  if (!cancelled) {
    const text = engine.finish();
    if (text) pieces.push({ line: request.firstLine + total - 1, echo: '', text });
  }
  interrupt = '';
  flush(total);
  tellSnapshot();
  post({ kind: 'finished', id: request.id, cancelled });
}

/** What stops the module without a panic: no memory, no stack. */
const stopped = (error: unknown) =>
  post({ kind: 'panicked', message: error instanceof Error ? error.message : String(error) });

onmessage = ({ data }: MessageEvent<Request>) => {
  try {
    answer(data);
  } catch (error) {
    stopped(error);
  }
};

function answer(data: Request) {
  switch (data.kind) {
    case 'run':
      runScript(data).catch(stopped);
      break;
    case 'cancel':
      cancelled = true;
      break;
    case 'page': {
      const view = engine.page(data.relation, data.fork, data.block);
      const bytes = engine.pageBytes(data.relation, data.fork, data.block);
      post({ kind: 'page', id: data.id, answer: view && bytes ? { view, bytes } : null });
      break;
    }
    case 'row': {
      const row = engine.row(data.relation, data.block, data.offset);
      post({ kind: 'row', id: data.id, answer: row ?? null });
      break;
    }
    case 'open': {
      const opened = engine.openFields(data.place);
      const bytes = opened && engine.openBytes(data.place);
      if (!opened || !bytes) {
        post({ kind: 'open', id: data.id, answer: null });
        break;
      }
      const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
      bytes.free();
      const transfer = [stored.buffer, plain.buffer, tokens.buffer];
      post({ kind: 'open', id: data.id, answer: { opened, stored, plain, tokens } }, transfer);
      break;
    }
    case 'more':
      post({ kind: 'more', id: data.id, answer: engine.moreFields(data.place, data.more) });
      break;
    case 'breakDown':
      engine.breakDown();
  }
}

const { snapshot, transfer } = look();
post({ kind: 'ready', version: version(), snapshot }, transfer);
