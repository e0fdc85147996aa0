// JSON documents: a line each, or the elements of an array. Their text is kept as it is written, so no number changes.
import { copyLine } from './copy';
import { LONGEST, NOT_UTF8, REPLACED, TOO_LONG, type Rows } from './rows';
import { textOf } from './text';

const NAMES = ['id', 'doc'];
/** Bytes of the largest array that is read: it is one text. */
const LARGEST_ARRAY = 400_000_000;

/** Takes the text of one document as a row, or reports why it is none. */
function take(number: number, text: string, rows: Rows) {
  try {
    if (text.length > LONGEST) throw new Error(TOO_LONG);
    if (text.includes(REPLACED)) throw new Error(NOT_UTF8);
    JSON.parse(text);
    rows.row(number, copyLine([String(number), text]));
  } catch (error) {
    rows.refused({ number, why: error instanceof Error ? error.message : String(error) });
  }
}

/** Reads NDJSON, a document a line, as it arrives. */
export async function readLines(blob: Blob, rows: Rows): Promise<void> {
  rows.names(NAMES, 'Line');
  let number = 0;
  let begun: string[] = [];
  let length = 0;
  /** Ends the line that was begun, and takes it; an empty one is skipped. */
  const end = () => {
    number++;
    const text = begun.join('').trim();
    if (length > LONGEST) rows.refused({ number, why: TOO_LONG });
    else if (text !== '') take(number, text, rows);
    begun = [];
    length = 0;
  };
  for await (const { text, share } of textOf(blob)) {
    const lines = text.split('\n');
    for (const [i, part] of lines.entries()) {
      if (i > 0) end();
      length += part.length;
      // A line that is too long is refused at its end: its text is not needed until then.
      if (length <= LONGEST) begun.push(part);
    }
    rows.share(share);
  }
  end();
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
  if (start < 0)
    throw new Error(`The array has no end: the file ends at character ${text.length}.`);
  throw new Error(`It begins at character ${start + 1} and has no end.`);
}

/** Reads a JSON array of documents, or a single one; also lines of documents. Throws if there is none. */
export async function readJson(blob: Blob, rows: Rows): Promise<void> {
  if (blob.size > LARGEST_ARRAY)
    throw new Error(
      `It has ${blob.size} bytes; a .json file is read whole, up to ${LARGEST_ARRAY}. Lines of documents (.ndjson) may have any size.`,
    );
  const parts: string[] = [];
  for await (const { text } of textOf(blob)) parts.push(text);
  const text = parts.join('').trim();
  if (text === '') throw new Error('There is nothing in it.');
  if (!text.startsWith('[')) {
    const first = text.split('\n', 1)[0]!;
    if (text.includes('\n') && parses(first)) return readLines(blob, rows);
    rows.names(NAMES, 'Document');
    return take(1, text, rows);
  }
  rows.names(NAMES, 'Document');
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
