// Reads files that are values themselves: each is a row with its name and its bytes.
import { copyLine, hexOf } from './copy';
import type { Rows } from './rows';

/** Reads files, each as a row with its name and its bytes. */
export async function readFiles(files: readonly File[], rows: Rows): Promise<void> {
  rows.names(['id', 'name', 'content']);
  for (const [i, file] of files.entries()) {
    const content = hexOf(new Uint8Array(await file.arrayBuffer()));
    rows.row(i + 1, copyLine([String(i + 1), file.name, content]));
    rows.share((i + 1) / files.length);
  }
}
