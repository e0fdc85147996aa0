// CSV and TSV by papaparse, a megabyte at a time: the first line has the names, an empty value is NULL.
import Papa from 'papaparse';
import { copyLine } from './copy';
import type { Rows } from './rows';

const CHUNK = 1 << 20;
/** What a byte that is not UTF-8 is decoded to. */
const REPLACED = '\ufffd';

/** How many line ends are in a text. */
const lineEnds = (text: string) => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** Reads a CSV file into rows. An empty `delimiter` lets papaparse find it out. */
export function readCsv(blob: Blob, delimiter: string, rows: Rows): Promise<void> {
  return new Promise((resolve, reject) => {
    let line = 1;
    let columns = 0;
    let open = 0;
    /** Takes the values of one line: the names, or a row. */
    const take = (values: string[]) => {
      const number = line;
      line += 1 + values.reduce((sum, value) => sum + lineEnds(value), 0);
      if (values.length === 1 && values[0] === '') return;
      if (columns === 0) {
        columns = values.length;
        rows.names(values);
      } else if (values.some((value) => value.includes(REPLACED))) {
        rows.refused({ number, why: 'not UTF-8: save the file as UTF-8' });
      } else {
        rows.row(number, copyLine(values.map((value) => (value === '' ? null : value))));
      }
    };
    Papa.parse(blob, {
      delimiter,
      chunkSize: CHUNK,
      chunk: ({ data, errors, meta }) => {
        for (const values of data) take(values);
        if (errors.some(({ code }) => code === 'MissingQuotes')) open = line - 1;
        rows.share(Math.min(1, meta.cursor / blob.size));
      },
      complete: () => {
        if (columns === 0) reject(new Error('There is nothing in it.'));
        else if (open > 0) {
          rows.refused({ number: open, why: 'a quote is opened and never closed before its end' });
        }
        resolve();
      },
      error: reject,
    });
  });
}
