// CSV and TSV, a megabyte at a time: the first line has the names, an empty value is NULL. Papaparse's parser finds the
// values; which characters it gets is up to this reader, since papaparse's own cuts characters at the ends of its pieces.
import Papa from 'papaparse';
import { copyLine } from './copy';
import { LONGEST, NOT_UTF8, REPLACED, TOO_LONG, type Rows } from './rows';
import { textOf } from './text';

/** Characters that are parsed at once. */
const PIECE = 1 << 20;
/** Characters by which the delimiter and the line end are found out. */
const LOOKED_AT = 1 << 16;
/** Rows with broken quotes, after which a file is given up: each is looked for from its first line anew. */
const MOST_BROKEN = 100;

/** Why a row with broken quotes is none, by papaparse's code. */
const QUOTES: Partial<Record<string, string>> = {
  MissingQuotes: 'a quote is opened here and never closed',
  InvalidQuotes: 'a quote is closed here inside of a value',
};

/** How many line ends are in a text. */
const lineEnds = (text: string) => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** Where the line that begins at a place of a text ends, with its line end; -1 if it goes on after the text. */
const endOfLine = (text: string, at: number, newline: string) => {
  const end = text.indexOf(newline, at);
  return end < 0 ? -1 : end + newline.length;
};

/** Takes the rows out of a text that comes in pieces. */
class CsvReader {
  readonly #rows: Rows;
  readonly #delimiter: string;
  #dialect: { delimiter: string; newline: string } | undefined;
  /** The line that the next row begins in. */
  #line = 1;
  /** How many columns the first line names; 0 before it. */
  #columns = 0;
  #broken = 0;
  /** Whether a line is passed over that was too long. */
  #skips = false;

  constructor(delimiter: string, rows: Rows) {
    this.#delimiter = delimiter;
    this.#rows = rows;
  }

  /** Takes all rows of a text that have an end, or all there are in the last. Returns what is left of it. */
  take(text: string, isLast: boolean): string {
    this.#dialect ??= this.#find(text);
    const { newline } = this.#dialect;
    let at = 0;
    for (;;) {
      if (this.#skips) {
        const end = endOfLine(text, at, newline);
        if (end < 0) return '';
        this.#skips = false;
        this.#line++;
        at = end;
      }
      const { taken, why } = this.#parse(text.slice(at), isLast);
      at += taken;
      const tooLong = !isLast && text.length - at > LONGEST;
      if (!why && !tooLong) return text.slice(at);
      const end = endOfLine(text, at, newline);
      // A long row of several lines can only be one whose quote is not closed.
      this.#refuse(why ?? (end < 0 ? TOO_LONG : QUOTES['MissingQuotes']!));
      this.#skips = true;
    }
  }

  /** Whether the line with the names was there. */
  get hasNames(): boolean {
    return this.#columns > 0;
  }

  /** Notes that the row which begins in this line is none. Throws if too many have broken quotes. */
  #refuse(why: string) {
    this.#rows.refused({ number: this.#line, why });
    if (++this.#broken >= MOST_BROKEN)
      throw new Error(
        `Line ${this.#line}: ${why}. ${MOST_BROKEN} rows are broken so: is it CSV with quotes around values?`,
      );
  }

  /** Finds out how the values of a text are delimited, and its lines. */
  #find(text: string) {
    const { meta } = Papa.parse(text.slice(0, LOOKED_AT), {
      delimiter: this.#delimiter,
      preview: 20,
    });
    return { delimiter: meta.delimiter, newline: meta.linebreak };
  }

  /** Takes rows up to one with broken quotes. Returns how many characters they have, and why it stopped before the end. */
  #parse(text: string, isLast: boolean): { taken: number; why?: string } {
    let taken = 0;
    let why: string | undefined;
    const parser = new Papa.Parser({
      ...this.#dialect!,
      step: ({ data, errors, meta }) => {
        why = errors.map(({ code }) => QUOTES[code]).find((found) => found !== undefined);
        if (why) return parser.abort();
        for (const values of data) this.#row(values);
        taken = meta.cursor;
      },
    });
    parser.parse(text, 0, !isLast);
    return { taken, why };
  }

  /** Takes the values of one line: the names, or a row. */
  #row(values: string[]) {
    const number = this.#line;
    this.#line += 1 + values.reduce((sum, value) => sum + lineEnds(value), 0);
    if (values.length === 1 && values[0] === '') return;
    if (this.#columns === 0) {
      this.#columns = values.length;
      this.#rows.names(values, 'Line');
    } else if (values.some((value) => value.includes(REPLACED))) {
      this.#rows.refused({ number, why: NOT_UTF8 });
    } else {
      this.#rows.row(number, copyLine(values.map((value) => (value === '' ? null : value))));
    }
  }
}

/** Reads a CSV file into rows. An empty `delimiter` lets papaparse find it out. Throws if there is nothing in it. */
export async function readCsv(blob: Blob, delimiter: string, rows: Rows): Promise<void> {
  const reader = new CsvReader(delimiter, rows);
  let left = '';
  /** So many characters are waited for: a row that has no end yet is not looked through again and again. */
  let wanted = PIECE;
  for await (const { text, share } of textOf(blob)) {
    left += text;
    if (left.length < wanted) continue;
    left = reader.take(left, false);
    wanted = Math.max(PIECE, Math.min(2 * left.length, LONGEST + PIECE));
    rows.share(share);
  }
  reader.take(left, true);
  if (!reader.hasNames) throw new Error('There is nothing in it.');
}
