// Makes a zip of files, with fflate. Every file has the same date in it, so that the same files give the same zip.
import { zipSync } from 'fflate';

const DATE = new Date(2026, 0, 1);

/** Makes a zip of files `{ name, bytes }`. */
export function zipOf(files) {
  const entries = files.map(({ name, bytes }) => [name, new Uint8Array(Buffer.from(bytes))]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime: DATE }));
}
