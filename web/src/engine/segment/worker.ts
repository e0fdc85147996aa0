// Reads a segment of a log: the engine's module, and zstd's when the first page image that it squeezed
// is opened.
import '../hold-life';
import init, { Segment } from '../generated/toastscope.js';
import wasm from '../generated/toastscope_bg.wasm?url';
import { readyFor } from '../load-zstd';
import type { Answers, Question, Reply, Request } from './protocol';

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** Posts a message to the page. */
const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });

let asked = 0;
globalThis.toastscopePanicked = (message) => post({ id: asked, failed: message });
globalThis.toastscopeInterrupted = () => false;

const ready = init({ module_or_path: wasm });
let segment: Segment | null = null;

/** Answers a question about the segment, or opens one. Throws if none is open. */
async function answer(question: Question): Promise<Answers[keyof Answers]> {
  if (question.kind === 'file') {
    const bytes = new Uint8Array(await question.file.arrayBuffer());
    const opened = new Segment(bytes);
    segment?.free();
    segment = opened;
    return { view: opened.view(), rows: opened.rows() };
  }
  if (!segment) throw new Error('No segment is open.');
  switch (question.kind) {
    case 'words':
      return segment.words(question.from, question.count);
    case 'open': {
      const { place } = question;
      if (place.kind === 'image') await readyFor([segment.method(place.lsn, place.id) ?? '']);
      const opened = segment.open(place);
      const bytes = opened && segment.bytes(place);
      if (!opened || !bytes) return null;
      const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
      bytes.free();
      return { opened, stored, plain, tokens, page: null };
    }
    case 'more':
      return segment.more(question.place, question.more);
  }
}

onmessage = async ({ data: { id, question } }: MessageEvent<Request>) => {
  asked = id;
  try {
    await ready;
    post({ id, answer: await answer(question) });
  } catch (error) {
    post({ id, failed: error instanceof Error ? error.message : String(error) });
  }
};
