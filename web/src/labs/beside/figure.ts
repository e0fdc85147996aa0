// A figure of a study beside what came out here. The page and docs/studies.md are written from the same list.
import type { Measured } from '../strategies/sweep';
import type { Row } from '../study/study';

/** A number or a picture of a study, and what came out here. */
export interface Figure {
  /** What it is a number of. */
  what: string;
  /** What the study says, and what came out here. */
  theirs: string;
  ours: string;
  /** What a PostgreSQL 15 said to the same statements, where somebody asked it. */
  live?: string;
  /** Why they differ, in a sentence; or that they do not. */
  why: string;
  /** Where a person sees it: its name, and its address. */
  where: readonly [name: string, at: string];
  /** The lab that shows it, where that is another place. */
  lab?: string;
}

/** What figures are made from. */
export interface FigureInput {
  /** The rows that a lab opens with. */
  rows: (id: string) => readonly Row[];
  /** The points that the strategies lab opens with. */
  points: readonly Measured[];
  ran: StudyRuns;
}

/** What no lab opens with: run for the document, `npm run studies -- document`. Times in ms, sizes in bytes. */
export interface StudyRuns {
  tutorial: Record<'pglz' | 'lz4', { ms: number; bytes: number; chunks: number }>;
  /** Object identifiers and names of the tutorial's two TOAST relations. */
  toasts: string[];
  /** Methods of compression of two rows, column by column. */
  altered: string[];
  curse: Record<'before' | 'after', { buffers: number; ms: number }> & { pages: number };
  /** Bytes as stored, and in memory; elements of two arrays in the shortest and the longest. */
  documents: { short: number; long: number; raw: number; key2: number[]; key4: number[] };
  /** One byte more on 100 MB: buffers, and the table's bytes. */
  append: Record<
    'today' | 'toaster',
    { before: number; after: number; dirtied: number; written: number; scan: number }
  >;
  /** The share of texts that is compressed, by base length. */
  compressed: Record<string, number>;
  /** The log without and with wal_compression, and what programs make of its first segment and of all of it. */
  archive: {
    plain: number;
    inside: number;
    segment: number;
    packed: Record<string, number>;
    /** Bytes that `bzip2 -4` needs at its most beside the file. */
    memory: number;
    xz: { plain: number; inside: number };
  };
}

/** The figures of one study, and how they are made from what was run. */
export interface Study {
  title: string;
  figures: (input: FigureInput) => Figure[];
}

/** The number in a field of a row; NaN if there is no row, or the row lacks the field. */
export const numberOf = (row: Row | undefined, field: string) => Number(row?.[field]);

/** Why numbers that are counted are the same. */
export const EQUAL = 'They are equal.';
/** What is true of all times here. */
export const MODELLED =
  'Time here is modelled at one machine’s prices, there it was measured on another machine.';
