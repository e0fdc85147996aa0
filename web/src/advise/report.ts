// The advisor's report, as `engine/advise` writes it in JSON: the names are those of its structs.
import type { Goal } from '../engine/advise/protocol';

/** A column of the table that was advised on, and the bytes of its values. */
export interface Column {
  name: string;
  sql_type: string;
  /** Bytes of all its values, none compressed, and of the longest. */
  raw: number;
  longest: number;
}

/** The table that was advised on, and the server that it is for. */
export interface Table {
  name: string;
  server: string;
  columns: Column[];
  /** Places of the columns that are tried. */
  wide: number[];
  key: number | null;
  rows: number;
}

/** Statements and what they took together. ms are modelled. */
export interface Cost {
  count: number;
  buffers: number;
  records: number;
  wal: number;
  ms: number;
}

/** The bytes on disk of a table, by relation. */
export interface Sizes {
  heap: number;
  toast: number;
  toast_index: number;
  indexes: number;
}

/** How many values of a column have which form, and the bytes of all. */
export interface Forms {
  null: number;
  plain: number;
  compressed: number;
  external: number;
  external_compressed: number;
  bytes: number;
}

/** One way to store the table, with what it measured and how it scored. */
export interface Tried {
  label: string;
  trial: { round: string; target: number | null; choices: { storage: string; method: string }[] };
  measured: {
    load: Cost;
    sizes: Sizes;
    rows: number;
    forms: Forms[];
    actions: { kind: string; column: number | null; cost: Cost }[];
  };
  score: Record<Goal, number>;
  bytes_at_total: number;
}

/** A statement that is recommended, with its reason, what running it takes, and what it leaves as it is. */
export interface Statement {
  sql: string;
  reason: string;
  price: string;
  leaves: string;
}

/** What it takes to read keys of a document, as it is and from a generated column. */
export interface DocumentReads {
  column: string;
  key: string;
  keys: number;
  one: Cost;
  several: Cost;
  generated: Cost;
  without: Sizes;
  with: Sizes;
}

/** All that the advisor found out about a table. Trials are named by their index in `trials`. */
export interface Report {
  table: Table;
  total_rows: number;
  /** A share: in 19 of 20 samples the truth is nearer. */
  error: number;
  goal: Goal;
  trials: Tried[];
  best: { goal: Goal; trial: number }[];
  recommended: number;
  why: string;
  /** What the sample takes once the statements are run, and the whole table then, in bytes. */
  promised: Sizes;
  promised_at_total: number;
  statements: Statement[];
  document: DocumentReads | null;
  indexes: { column: string; label: string; bytes: number | null; refused: string | null }[];
  rules: { rule: string; holds: boolean; numbers: string }[];
}

/** What a goal is called, and what it looks at. */
export const GOALS: Record<Goal, { name: string; of: string }> = {
  balanced: { name: 'Balance', of: 'all four alike, none worse by more than a quarter' },
  size: { name: 'Size', of: 'bytes of the table and its TOAST' },
  read: { name: 'Reading', of: 'a lookup, a key and a slice' },
  scan: { name: 'Scanning', of: 'the table without its wide columns' },
  write: { name: 'Writing', of: 'a row added, and one changed' },
};

/** Bytes of the table with its TOAST table. */
export const tableBytes = ({ heap, toast, toast_index }: Sizes): number =>
  heap + toast + toast_index;

/** The mean cost of one statement. */
export const each = (cost: Cost, measure: 'buffers' | 'wal' | 'ms'): number =>
  cost[measure] / Math.max(1, cost.count);

/** A time in milliseconds, or in microseconds if it is short. */
export const timeText = (ms: number): string =>
  ms >= 1 ? `${ms.toFixed(2)} ms` : `${(ms * 1000).toFixed(1)} µs`;
