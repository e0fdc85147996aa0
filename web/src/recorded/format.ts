// A recorded step of a lesson as a file: what the worker would send while it runs, so that it plays without one.
//
//   length of the text, 4 bytes | text: JSON | the steps' arrays, one after the other     all of it through gzip
//
// The arrays are most of it. Pins and log records are numbers in lines of four and five, of which each differs little
// from the one before it: they are kept column by column, each number as what it is more than the one above it. That
// halves what gzip makes of them. Numbers are little-endian, as in every browser there is.
import type { Answers, Piece, Question, StepData, StepId } from '../engine/protocol';
import { PIN_WORDS, RECORD_WORDS } from '../model/tape-words';

/** One number more whenever files of before cannot be read any more. */
const VERSION = 1;

/** A question about the database as it was after a step, with the answer that was recorded. */
export interface RecordedAnswer {
  step: StepId;
  question: Question;
  answer: Answers[keyof Answers] | null;
}

/** A lesson's step that ran. */
export interface RecordedStep {
  /** The engine's step that it ran after. */
  from: StepId;
  /** What it ran, by statements; never none. */
  steps: StepData[];
  /** What psql printed, line by line. */
  pieces: Piece[];
  answers: RecordedAnswer[];
}

type Numbers = Uint32Array | Uint16Array;

const ARRAYS = [
  { name: 'pins', of: Uint32Array, columns: PIN_WORDS },
  { name: 'wal', of: Uint32Array, columns: RECORD_WORDS },
  { name: 'patch', of: Uint16Array, columns: 1 },
] as const;

/**
 * Turns rows of `columns` numbers into columns of differences, which compress better. Numbers in one column
 * stay as they are.
 */
function asDifferences<T extends Numbers>(numbers: T, columns: number): T {
  const out = numbers.slice() as T;
  if (columns === 1) return out;
  const lines = numbers.length / columns;
  for (let c = 0, to = 0; c < columns; c++) {
    for (let i = 0, before = 0; i < lines; i++) {
      const now = numbers[i * columns + c] ?? 0;
      out[to++] = now - before;
      before = now;
    }
  }
  return out;
}

/** The rows of `columns` numbers that `asDifferences` turned into columns. */
function fromDifferences<T extends Numbers>(numbers: T, columns: number): T {
  const out = numbers.slice() as T;
  if (columns === 1) return out;
  const lines = numbers.length / columns;
  for (let c = 0, from = 0; c < columns; c++) {
    for (let i = 0, before = 0; i < lines; i++) {
      before = (before + (numbers[from++] ?? 0)) >>> 0;
      out[i * columns + c] = before;
    }
  }
  return out;
}

/** The bytes of an array of numbers. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** What the text has instead of the arrays: how many numbers each has. Answers that say the same stand once. */
interface Text {
  version: number;
  from: StepId;
  steps: (Omit<StepData, 'pins' | 'wal' | 'patch'> & { lengths: number[] })[];
  pieces: Piece[];
  known: RecordedAnswer['answer'][];
  answers: { step: StepId; question: Question; at: number }[];
}

/** A recorded step as bytes, before gzip. */
export function pack({ from, steps, pieces, answers }: RecordedStep): Uint8Array<ArrayBuffer> {
  const arrays: Uint8Array[] = [];
  const known = new Map<string, RecordedAnswer['answer']>();
  const places = new Map<string, number>();
  const text: Text = {
    version: VERSION,
    from,
    steps: steps.map(({ pins, wal, patch, ...rest }) => {
      const own = { pins, wal, patch };
      for (const { name, columns } of ARRAYS)
        arrays.push(bytesOf(asDifferences(own[name], columns)));
      return { ...rest, lengths: ARRAYS.map(({ name }) => own[name].length) };
    }),
    pieces,
    answers: answers.map(({ step, question, answer }) => {
      const key = JSON.stringify(answer);
      const at = places.get(key) ?? places.size;
      places.set(key, at);
      known.set(key, answer);
      return { step, question, at };
    }),
    known: [],
  };
  text.known = [...known.values()];
  const json = new TextEncoder().encode(JSON.stringify(text));
  const size = arrays.reduce((sum, part) => sum + part.length, 4 + json.length);
  const out = new Uint8Array(size);
  new DataView(out.buffer).setUint32(0, json.length, true);
  let at = 4;
  for (const part of [json, ...arrays]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** An answer read from the recording, with its lists turned back into typed arrays. */
function revived(answer: RecordedAnswer['answer']): RecordedAnswer['answer'] {
  if (!answer || typeof answer === 'string') return answer;
  if ('tokens' in answer) {
    const [stored, plain] = [Uint8Array.from(answer.stored), Uint8Array.from(answer.plain)];
    return { ...answer, stored, plain, tokens: Uint32Array.from(answer.tokens) };
  }
  if (!('bytes' in answer)) return answer;
  return { ...answer, bytes: Uint8Array.from(answer.bytes) };
}

/** Reads a recorded step from its bytes. Throws if they are of another version. */
export function unpack(bytes: Uint8Array<ArrayBuffer>): RecordedStep {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const json = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  const text = JSON.parse(json) as Text;
  if (text.version !== VERSION) throw new Error(`A recording of version ${text.version}.`);
  let at = 4 + length;
  const take = <T extends Numbers>(of: { new (buffer: ArrayBuffer): T }, count: number) => {
    const size = count * (of === (Uint16Array as unknown) ? 2 : 4);
    // A copy, since numbers begin at a multiple of their size.
    const numbers = new of(bytes.slice(at, at + size).buffer);
    at += size;
    return numbers;
  };
  const steps = text.steps.map(({ lengths, ...rest }) => {
    const [pins, wal, patch] = ARRAYS.map(({ of, columns }, i) =>
      fromDifferences(take<Numbers>(of, lengths[i] ?? 0), columns),
    );
    return { ...rest, pins, wal, patch } as StepData;
  });
  const known = text.known.map(revived);
  const answers = text.answers.map(({ step, question, at: i }) => ({
    step,
    question,
    answer: known[i] ?? null,
  }));
  return { from: text.from, steps, pieces: text.pieces, answers };
}
