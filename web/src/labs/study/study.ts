// A study: a question that is put to the engine with some parameters, the rows that it answers with, and how they are
// drawn. A lab is its study; what all labs have in common (measuring, progress, charts, tables, files to save) is in
// this folder.
import type { Run } from './run-statement';

/** A field of a row; null where it was not measured. */
export type Cell = string | number | null;
/** One thing measured: its column's names and what stands there. */
export type Row = Readonly<Record<string, Cell>>;

/** A field of the rows that charts draw, and how its values are written. */
export interface Measure {
  /** The row's field. */
  id: string;
  /** On a switch, and over the axis with its unit after it. */
  title: string;
  unit: string;
  /** A value with its unit, in a table and under the pointer. */
  said: (n: number) => string;
  /** A value at the axis. */
  tick: (n: number) => string;
  /** Whole numbers that are counted one by one: each has a tick. */
  whole?: boolean;
  /** It is time as the engine models it, and marked so wherever it stands. */
  modelled?: boolean;
}

/** A parameter's choice; parameters are kept, and given to the study, by id and by value. */
export interface Parameter {
  id: string;
  title: string;
  choices: readonly { value: number; title: string }[];
}
/** The value that is chosen for each parameter, by the parameter's id. */
export type Values = Readonly<Record<string, number>>;

/** A file of the reader's, which is measured as a value. */
export interface OwnFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Compressors that no column can name, at their usual levels (`ZSTD_CLEVEL_DEFAULT`, `LZ4HC_CLEVEL_DEFAULT`), and the
 * bytes of a file around what would be stored: an LZ4 frame has a header, a length, an end and a checksum.
 */
export const PROPOSED = {
  zstd: { method: 'zstd', level: 3, around: 0 },
  lz4hc: { method: 'lz4', level: 9, around: 19 },
} as const;
/** A compressor that no column can name, as `PROPOSED` names it. */
export type Proposed = keyof typeof PROPOSED;

/** What a study is measured with. */
export interface StudyInput {
  values: Values;
  files: readonly OwnFile[];
  /** The bytes that a proposed compressor makes of this payload. */
  proposed: (by: Proposed, payload: Uint8Array) => Promise<number>;
}

/** A part of a study that has a server of its own. */
export interface Job {
  /** In the progress bar; among the jobs of a study there is one of each name. */
  name: string;
  /** How often `measure` gives something. */
  steps: number;
  /** Whether `npm test` measures it again, to check the shipped rows. */
  sample?: boolean;
  /** Measures: rows as they are there, null for a step that made none. */
  measure: (run: Run) => AsyncGenerator<Row | null>;
}

/** A series of a chart: its rows are those with this value in the chart's `series`. */
export interface Series {
  value: string;
  name: string;
  /** What no released server has. */
  proposal?: boolean;
}

/** A chart: rows chosen by `part`, drawn over `across`, one line or colour for each series. */
export interface Chart {
  id: string;
  title: string;
  /** What is seen in it, in one sentence. */
  about: string;
  /** Lines over numbers, both axes logarithmic; bars over names, from 0. */
  shape: 'lines' | 'bars';
  /** Which of the study's rows it draws. */
  part: (row: Row) => boolean;
  /** The field along the horizontal axis, and how its values are said. */
  across: { id: string; title: string; unit: string; said: (value: Cell) => string };
  series: { id: string; all: readonly Series[] };
  /** A field of which one value is drawn at a time, chosen by a switch. */
  only?: { id: string; title: string; said: (value: Cell) => string };
  measures: readonly Measure[];
  /** Sentences that follow from the rows drawn. */
  findings?: (rows: readonly Row[]) => string[];
}

/** A study as its lab shows and measures it. */
export interface Study {
  /** In the address, in files' names, and in the browser's console as `idLab`. */
  id: string;
  title: string;
  /** In the bar. */
  about: string;
  /** What is asked, over the charts. */
  question: string;
  /** What is measured and how, for somebody who knows SQL. */
  how: readonly string[];
  parameters: readonly Parameter[];
  /** What the shipped results were measured with. */
  shipped: Values;
  /** Set if the study takes files of the reader's: the words that say which. */
  takes?: string;
  /** All columns of its rows in order, for files. */
  columns: readonly string[];
  jobs: (input: StudyInput) => Job[];
  /** What to take home, in a sentence with numbers from the rows; empty where these are missing. */
  takeHome: (rows: readonly Row[]) => string;
  charts: readonly Chart[];
}
