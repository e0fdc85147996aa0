// Parquet by hyparquet, some thousand rows at a time. It knows snappy; the advisor's module decompresses the rest.
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parquetPage } from '../generated/advise.js';
import { copyLine, hexOf } from './copy';
import type { Rows } from './rows';

const ROWS = 2000;
/** What a Parquet file begins and ends with. */
const MAGIC = 'PAR1';

const compressors = Object.fromEntries(
  ['GZIP', 'ZSTD', 'LZ4_RAW', 'LZ4', 'BROTLI', 'LZO'].map((codec) => [
    codec,
    (page: Uint8Array, length: number) => parquetPage(codec, page, length),
  ]),
);

/** A value in the text form that PostgreSQL reads; null for NULL. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return hexOf(value);
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint'
      ? Number(part)
      : ArrayBuffer.isView(part)
        ? [...(part as Float32Array)]
        : part,
  );
}

/** An error in words. */
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Throws, with the byte, if a file does not begin and end as Parquet does. */
async function checkEnds(blob: Blob) {
  const [first, last] = await Promise.all([blob.slice(0, 4).text(), blob.slice(-4).text()]);
  if (first !== MAGIC) throw new Error(`Byte 0: no Parquet file, which begins with ${MAGIC}.`);
  if (last !== MAGIC || blob.size < 12)
    throw new Error(`Byte ${blob.size}: the file ends without a footer and ${MAGIC}: it is cut.`);
}

/** Reads a Parquet file into rows. Throws if it has none. */
export async function readParquet(blob: Blob, rows: Rows): Promise<void> {
  const file = {
    byteLength: blob.size,
    slice: (from: number, to?: number) => blob.slice(from, to).arrayBuffer(),
  };
  await checkEnds(blob);
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw new Error(
      `The footer, which ends at byte ${blob.size - 8}, cannot be read: ${words(error)}`,
    );
  });
  const all = Number(metadata.num_rows);
  let names: string[] | undefined;
  for (let rowStart = 0; rowStart < all; rowStart += ROWS) {
    const rowEnd = Math.min(all, rowStart + ROWS);
    const objects = await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      compressors,
    }).catch((error: unknown) => {
      throw new Error(`Rows ${rowStart + 1} to ${rowEnd} cannot be read: ${words(error)}`);
    });
    for (const [i, object] of objects.entries()) {
      if (!names) rows.names((names = Object.keys(object)), 'Row');
      rows.row(rowStart + i + 1, copyLine(names.map((name) => textOf(object[name]))));
    }
    rows.share(rowEnd / all);
  }
  if (!names) throw new Error('It has no rows.');
}
