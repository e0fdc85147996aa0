// The tree's shape and what a fetch costs, as rows of charts: for values of some sizes, up to all ids there are.
import { limits } from '../../engine/limits';
import { count, plural, size } from '../../layout/format';
import type { Cell, Chart, Row } from '../study/study';
import { shapeOf, valuesFor } from './nbtree';

/** Values that a TOAST table can have: ids are OIDs, of 32 bits, and 0 is none. */
export const MOST_VALUES = 2 ** 32 - 1;
/** Numbers of levels: the lab says at how many values each begins. */
const LEVELS = [2, 3, 4, 5, 6];
/** Chunks of a value that are drawn. */
export const CHUNKS = [1, 10, 100, 1000] as const;
/** Rows of full chunks on a page: 24 bytes of header, 8 of ids, 4 of the chunk's length, a line pointer of 4. */
export const CHUNKS_A_PAGE = Math.floor(
  (limits.blockSize - 24) / (24 + 8 + 4 + limits.toastMaxChunkSize + 4),
);

/** A TOAST table and its index, when it holds so many values. */
export interface Shape {
  values: number;
  chunks: number;
  /** Pages by level, leaves first. */
  levels: number[];
  /** Pages of the index, with the first, which is the tree's own. */
  indexPages: number;
  /** Pages of chunks. */
  pages: number;
  /** Bytes of the values. */
  bytes: number;
  /** Buffers of a fetch of one value: from the root to a leaf, then its chunks; it begins a page of them. */
  fetch: number;
}

/** The sizes of the table and its index for `values` values of `chunks` chunks each. */
export function shape(values: number, chunks: number): Shape {
  const levels = shapeOf(values, chunks);
  return {
    values,
    chunks,
    levels,
    indexPages: 1 + levels.reduce((sum, pages) => sum + pages, 0),
    pages: Math.ceil((values * chunks) / CHUNKS_A_PAGE),
    bytes: values * chunks * limits.toastMaxChunkSize,
    fetch: levels.length + Math.ceil(chunks / CHUNKS_A_PAGE),
  };
}

/** Round numbers of values, and each number at which a level is added, with the number before it. */
function stations(chunks: number): number[] {
  const round = Array.from({ length: 9 }, (_, i) => [10 ** (i + 1), 3 * 10 ** (i + 1)]).flat();
  const turns = LEVELS.map((levels) => valuesFor(levels, chunks));
  return [...new Set([...round, ...turns.flatMap((v) => [v - 1, v]), MOST_VALUES])]
    .filter((v) => v >= 1 && v <= MOST_VALUES)
    .toSorted((a, b) => a - b);
}

/** The name of the series of values with this many chunks. */
const seriesOf = (chunks: number) => String(chunks);

/** The rows of the lab's charts. */
export const ROWS: readonly Row[] = CHUNKS.flatMap((chunks) =>
  stations(chunks).map((values) => {
    const { levels, indexPages, pages, fetch } = shape(values, chunks);
    return {
      chunks: seriesOf(chunks),
      values,
      levels: levels.length,
      index_bytes: indexPages * limits.blockSize,
      table_bytes: pages * limits.blockSize,
      fetch,
    };
  }),
);

export const COLUMNS = ['chunks', 'values', 'levels', 'index_bytes', 'table_bytes', 'fetch'];

/** Formats bytes as `pg_size_pretty` does (1 TB is 1,024 GB), for sizes of terabytes. */
export const largeSize = (bytes: number) =>
  bytes < 10 * 1024 ** 4 ? size(bytes) : `${count(Math.round(bytes / 1024 ** 4))} TB`;

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
/** A number in its short form. */
const number = (value: Cell) => compact.format(Number(value));

/** From how many values on the tree has each level. */
function found(rows: readonly Row[]): string[] {
  return [...new Set(rows.map((row) => row.chunks))].flatMap((chunks) => {
    const turns = LEVELS.slice(1).flatMap((levels) => {
      const values = valuesFor(levels, Number(chunks));
      return values <= MOST_VALUES ? [`${levels} levels from ${count(values)} values on`] : [];
    });
    const each = Number(chunks) * limits.toastMaxChunkSize;
    return [`Values of ${size(each)}: ${turns.join(', ')}.`];
  });
}

export const DEPTH: Chart = {
  id: 'depth',
  title: 'Levels against values',
  about:
    'A line for each size of a value, up to the 4,294,967,295 ids that there are. Each level is one buffer more for every fetch.',
  shape: 'lines',
  part: () => true,
  across: { id: 'values', title: 'Values stored', unit: 'number', said: number },
  series: {
    id: 'chunks',
    all: CHUNKS.map((chunks) => ({
      value: seriesOf(chunks),
      name: `${size(chunks * limits.toastMaxChunkSize)} each`,
    })),
  },
  measures: [
    {
      id: 'levels',
      title: 'Levels of the index',
      unit: 'number',
      whole: true,
      said: (n) => plural(n, 'level'),
      tick: (n) => String(n),
    },
    {
      id: 'fetch',
      title: 'Buffers of a fetch',
      unit: 'pages of 8 kB',
      said: (n) => plural(n, 'buffer'),
      tick: (n) => compact.format(n),
    },
    { id: 'index_bytes', title: 'The index', unit: 'bytes', said: largeSize, tick: largeSize },
    { id: 'table_bytes', title: 'The chunks', unit: 'bytes', said: largeSize, tick: largeSize },
  ],
  findings: found,
};

/** How many values of one chunk each number of levels leads to, and how many levels all ids need. */
export function takeHome(): string {
  /** How many values give this many levels. */
  const from = (levels: number) => valuesFor(levels, 1);
  /** How many levels there are at the most values. */
  const levelsOf = (chunks: number) =>
    Number(ROWS.find((r) => r.chunks === seriesOf(chunks) && r.values === MOST_VALUES)?.levels);
  return (
    `With 2 levels the index leads to ${count(from(3) - 1)} values of one chunk, with 3 to ` +
    `${count(from(4) - 1)}, with ${levelsOf(1)} to all ${count(MOST_VALUES)} ids that a TOAST table can have: some ` +
    `${count(Math.round(from(4) / from(3)))} times as many values cost each fetch one buffer more.`
  );
}
