// JSON documents: a line each, or the elements of an array. Their text is kept as it is written, so no number changes.
import { copyLine } from './copy';
import type { Rows } from './rows';

const NAMES = ['id', 'doc'];

/** Takes the text of one document as a row, or reports why it is none. */
function take(number: number, text: string, rows: Rows) {
  try {
    if (text.includes('\ufffd')) throw new Error('not UTF-8: save the file as UTF-8');
    JSON.parse(text);
    rows.row(number, copyLine([String(number), text]));
  } catch (error) {
    rows.refused({ number, why: error instanceof Error ? error.message : String(error) });
  }
}

/** Reads NDJSON, a document a line, as it arrives. */
export async function readLines(blob: Blob, rows: Rows): Promise<void> {
  rows.names(NAMES);
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  let number = 0;
  let read = 0;
  let begun: string[] = [];
  /** Takes a line; an empty one is skipped. */
  const line = (text: string) => {
    number++;
    if (text.trim() !== '') take(number, text.trim(), rows);
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.length;
    const lines = value.split('\n');
    for (const [i, part] of lines.entries()) {
      begun.push(part);
      if (i === lines.length - 1) break;
      line(begun.join(''));
      begun = [];
    }
    rows.share(Math.min(1, read / blob.size));
  }
  line(begun.join(''));
}

/** Yields where each element of a JSON array begins and ends. Throws if the array does not end. */
function* elements(text: string): Generator<[number, number]> {
  let depth = 0;
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"') {
      if (start < 0) start = at;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (c === '[' || c === '{') {
      depth++;
      if (depth > 1 && start < 0) start = at;
    } else if (c === ']' || c === '}') {
      depth--;
      if (depth === 0) {
        if (start >= 0) yield [start, at];
        if (text.slice(at + 1).trim() !== '')
          throw new Error(`Something follows the array, at character ${at + 2}.`);
        return;
      }
    } else if (c === ',' && depth === 1) {
      if (start >= 0) yield [start, at];
      start = -1;
    } else if (start < 0 && c > ' ') start = at;
  }
  if (start >= 0) yield [start, text.length];
  throw new Error('The array has no end.');
}

/** Reads a JSON array of documents, or a single one; also lines of documents. Throws if there is none. */
export async function readJson(blob: Blob, rows: Rows): Promise<void> {
  const text = (await blob.text()).replace(/^\ufeff/, '').trim();
  if (text === '') throw new Error('There is nothing in it.');
  if (!text.startsWith('[')) {
    const first = text.split('\n', 1)[0]!;
    if (text.includes('\n') && parses(first)) return readLines(blob, rows);
    rows.names(NAMES);
    return take(1, text, rows);
  }
  rows.names(NAMES);
  let number = 0;
  try {
    for (const [from, to] of elements(text)) {
      take(++number, text.slice(from, to).trim(), rows);
      if (number % 1000 === 0) rows.share(to / text.length);
    }
  } catch (error) {
    rows.refused({
      number: number + 1,
      why: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Whether a text is JSON. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
