// Chooses, by the name of a source, the reader for it. Each reader gives rows with their numbers, and reports what is
// not a row.
import { generated } from './generated';
import { readCsv } from './csv';
import { readFiles } from './files';
import { readJson, readLines } from './json';
import { readParquet } from './parquet';
import type { Source } from './protocol';
import type { Rows } from './rows';

/** The bytes of a file, decompressed if it is gzip's. Throws, with the place, if gzip did not make it or it is damaged. */
export async function unpacked(file: Blob, name: string): Promise<Blob> {
  if (!/\.gz$/i.test(name)) return file;
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) throw new Error(`${name}, byte 0: gzip did not make it.`);
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(`${name}: what gzip made is damaged or cut, ${bytes} decompressed bytes on.`);
    });
    if (done) return new Blob(parts);
    parts.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.length;
  }
}

/** Reads a source to its end. Throws if it has no rows. */
export async function readSource(source: Source, rows: Rows): Promise<void> {
  if (source.kind === 'generated') return generated(source.preset, source.rows, rows);
  const files = source.kind === 'files' ? source.files : [];
  if (source.kind === 'files' && files.length !== 1) return readFiles(files, rows);
  const file = source.kind === 'text' ? new Blob([source.text]) : files[0]!;
  const name = source.kind === 'text' ? source.name : files[0]!.name;
  if (file.size === 0) throw new Error(`${name} is empty.`);
  const kind = /\.(\w+?)(\.gz)?$/.exec(name.toLowerCase())?.[1] ?? '';
  const read: Partial<Record<string, (blob: Blob) => Promise<void>>> = {
    csv: (blob) => readCsv(blob, '', rows),
    tsv: (blob) => readCsv(blob, '\t', rows),
    txt: (blob) => readCsv(blob, '', rows),
    json: (blob) => readJson(blob, rows),
    ndjson: (blob) => readLines(blob, rows),
    jsonl: (blob) => readLines(blob, rows),
    parquet: (blob) => readParquet(blob, rows),
  };
  const reader = read[kind];
  if (!reader) return readFiles(files, rows);
  return reader(await unpacked(file, name));
}
