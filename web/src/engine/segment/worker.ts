// Reads a segment of a log: the engine's module, and, for page images that zstd squeezed, the archive
// lab's, which is loaded when the first of them is opened.
import init, { Segment } from '../generated/toastscope.js';
import wasm from '../generated/toastscope_bg.wasm?url';
import type { Answers, Question, Reply, Request } from './protocol';

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });

let asked = 0;
globalThis.toastscopePanicked = (message) => post({ id: asked, failed: message });
globalThis.toastscopeInterrupted = () => false;

const ready = init({ module_or_path: wasm });
let segment: Segment | null = null;

async function unpack(method: string, packed: Uint8Array, length: number): Promise<Uint8Array> {
  const [archive, { default: url }] = await Promise.all([
    import('../generated/archive.js'),
    import('../generated/archive_bg.wasm?url'),
  ]);
  await archive.default({ module_or_path: url });
  return archive.decompress(method, packed, length);
}

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
      if (place.kind === 'image') {
        const packed = segment.packed(place.lsn, place.id);
        if (packed) {
          const plain = await unpack(packed.method(), packed.bytes(), packed.length());
          segment.supply(place.lsn, place.id, plain);
          packed.free();
        }
      }
      const opened = segment.open(place);
      const bytes = opened && segment.bytes(place);
      if (!opened || !bytes) return null;
      const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
      bytes.free();
      return { opened, stored, plain, tokens };
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
