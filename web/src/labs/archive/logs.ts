// The logs that are compressed: those that a workload wrote, or segments that somebody dropped on the page.

/** `wal_compression` when the log was written. */
export type WalCompression = 'off' | 'pglz' | 'lz4' | 'zstd';

/** A segment of the log by the name of its file; its size is in bytes. */
export interface Segment {
  name: string;
  bytes: Blob;
  size: number;
}

/** The segments that were written with one setting of `wal_compression`. */
export interface Log {
  inside: WalCompression;
  segments: readonly Segment[];
  /** Bytes of all of them. */
  size: number;
}

/** The magic number of a WAL page, XLOG_PAGE_MAGIC, by version. */
const MAGIC: Record<number, string> = { 0xd110: '15' };
/** Set in a segment's first page header, which says the segment's size. */
const XLP_LONG_HEADER = 0x0002;

/** A log of these segments. */
export function logOf(inside: WalCompression, segments: readonly Segment[]): Log {
  return { inside, segments, size: segments.reduce((sum, s) => sum + s.size, 0) };
}

/** What the first page of a file says: the server's version, or that the file is no segment. */
export function describeHeader(head: DataView): string {
  if (head.byteLength < 40) return 'too short for a WAL segment';
  const magic = head.getUint16(0, true);
  const long = head.getUint16(2, true) & XLP_LONG_HEADER;
  if (magic >> 8 !== 0xd1 || !long) return 'not a WAL segment; compressed as it is';
  const version = MAGIC[magic] ? `PostgreSQL ${MAGIC[magic]}` : 'another version';
  return `WAL page magic ${magic.toString(16).toUpperCase()}, ${version}`;
}

/** Reads files as a log. Their bytes are kept as they are, as archive_command gets them. Throws if there are none. */
export async function readSegments(files: readonly File[], inside: WalCompression): Promise<Log> {
  const sorted = files.filter((f) => f.size > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (sorted.length === 0) throw new Error('There is nothing in these files.');
  const segments = sorted.map((file) => ({ name: file.name, bytes: file, size: file.size }));
  return logOf(inside, segments);
}
