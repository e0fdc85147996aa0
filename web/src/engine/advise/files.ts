// Reads files that are values themselves: each is a row with its name and its bytes.
import { copyLine, hexOf } from './copy';
import { LONGEST, TOO_LONG, type Rows } from './rows';

/** Reads files, each as a row with its name and its bytes. One that is too long is kept aside. */
export async function readFiles(files: readonly File[], rows: Rows): Promise<void> {
  rows.names(['id', 'name', 'content'], 'File');
  for (const [i, file] of files.entries()) {
    const number = i + 1;
    if (file.size > LONGEST) rows.refused({ number, why: `${file.name} is ${TOO_LONG}` });
    else {
      const content = hexOf(new Uint8Array(await file.arrayBuffer()));
      rows.row(number, copyLine([String(number), file.name, content]));
    }
    rows.share(number / files.length);
  }
}
