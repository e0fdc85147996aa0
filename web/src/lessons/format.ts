// A lesson: what a teacher writes, as the page understands it. `docs/authoring.md` shows the text form.
import type { Block } from './prose';
import type { Sketch } from './sketch-format';
import type { Part } from '../timeline/compose';
import type { Passage } from '../timeline/passage';

/**
 * A value that is taken from what the step printed, or computed from values taken before. If there are several plans,
 * it is from the last one, or from the one with a number, from 1.
 */
export type Take =
  | { kind: 'cell'; column: string; row: number }
  | { kind: 'rows' }
  | { kind: 'buffers'; which: 'hit' | 'read' | 'dirtied' | 'written' | 'total'; plan?: number }
  | { kind: 'wal'; which: 'records' | 'images' | 'bytes'; plan?: number }
  /** Milliseconds, as modelled. */
  | { kind: 'time'; plan?: number }
  | { kind: 'computed'; left: Operand; operator: '+' | '-' | '*' | '/'; right: Operand };

/** A value of a calculation: a number, or the name of a value that was taken before. */
export type Operand = { name: string } | { number: number };

/** A question that is asked before its step runs. */
export interface Guess {
  line: number;
  question: string;
  take: Take;
  /** What later text calls the answer; may be empty. */
  name: string;
  unit: string;
  /** Empty for a number typed in. */
  choices: string[];
  /** A guess counts as right within this share of the answer: 0.1 is ten per cent. */
  near: number;
  hints: string[];
  /** Words that stand before it, from which its answer follows: for a test, the page leaves them out. */
  given?: string[];
  /** Usual wrong answers; the reader is shown the first that fits. Lessons that come with the page keep them apart. */
  mistakes?: UsualMistake[];
}

/** A usual wrong answer to a question, recognised by its number or its choice. */
export interface UsualMistake {
  /** How the guess compares with the value: about equal, less, or more. */
  operator: '=' | '<' | '>';
  /** A choice, or a sum of numbers and values that the run took; `answer` is the right answer. */
  value: string;
  /** The sentence that is shown to the reader. It may name values. */
  why: string;
}

/** Something in a step's SQL that a reader can change: a number within a range, or one of some options. */
export interface Knob {
  line: number;
  /** `{name}` in the SQL, and in text. */
  name: string;
  label: string;
  /** Where it stands before it is touched. */
  start: string;
  range: { from: number; to: number; step: number; log: boolean } | null;
  options: string[];
}

/** What an exercise measures, by what its check prints. */
export interface Measure {
  name: string;
  label: string;
  take: Take;
}

/** What must hold of a measure. */
export interface Pass {
  name: string;
  operator: '<' | '<=' | '=' | '>=' | '>';
  number: number;
  /** Whether the number is a share, in per cent, of what the measure was at the start. */
  ofStart: boolean;
}

/** What went wrong where a condition holds: a usual mistake, recognised by what it comes to. */
export interface Mistake {
  when: Pass;
  /** The sentence that is shown to the reader. */
  why: string;
}

/** A goal that the reader reaches with SQL of their own. The step's SQL makes what they start from. */
export interface Exercise {
  line: number;
  goal: string;
  measures: Measure[];
  passes: Pass[];
  /** Usual mistakes; the reader is shown the first that holds. */
  mistakes: Mistake[];
  hints: string[];
  /** SQL that runs after the reader's SQL and prints the measures. */
  check: string;
  /** Ways to reach it; the first line of each is a comment that says which. */
  solutions: string[];
}

/** A question from an earlier lesson, answered at once. */
export interface Recall {
  line: number;
  /** The name of the lesson that taught it. */
  from: string;
  question: string;
  /** How the answer is taken from what the proof prints; a test holds it against `is`. */
  take: Take;
  /** A number, or one of the choices. */
  is: string;
  choices: string[];
  unit: string;
  near: number;
  /** The sentence that is shown with the answer. */
  why: string;
  /** SQL that shows it, in a database of its own; lessons that come with the page leave it out. */
  proof: string;
}

/** A value that a step takes under a name, so that later text can show it. */
export interface NamedTake {
  line: number;
  name: string;
  take: Take;
}

/** What a step does otherwise on a PostgreSQL other than 15, which its lesson is written for. */
export interface VersionNote {
  line: number;
  /** The first and the last version that it is true of: 16 to 18. */
  from: number;
  to: number;
  /** Sentences, in Markdown. */
  text: string;
  /** They as a tree, to be shown. */
  prose: Block[];
}

/** A relation by its name, or by what it is to a table. */
export interface RelationRef {
  name: string;
  part: 'itself' | 'toast' | 'toast index';
}

/** What the stage shows after a step. */
export type Look =
  | { kind: 'relation'; relation: RelationRef }
  | { kind: 'page'; relation: RelationRef; block: number; item: number }
  | { kind: 'row'; relation: RelationRef; block: number; item: number }
  /** The first event of a kind, or the last one. */
  | { kind: 'event'; event: string; last: boolean }
  /** Where one of the step's statements ended, from 1. */
  | { kind: 'statement'; number: number }
  /** The last result, as a table. */
  | { kind: 'result' }
  /** What compression made of a row's values. */
  | { kind: 'streams'; relation: RelationRef; block: number; item: number };

/** Which parts the stage shows in a step, and which frames are played. */
export interface StagePlan {
  /** Null: what the statements propose. */
  show: Part[] | null;
  hide: Part[];
  /** Tables that are not drawn: those that a lesson only counts in. */
  without: string[];
  /** Null: what tells most. */
  play: Passage | null;
}

/** A column of the table that is drawn, and the axis's label. */
export interface Axis {
  column: string;
  label: string;
}

/** A picture of a table that the step printed. */
export interface Chart {
  title: string;
  x: Axis;
  y: Axis[];
  /** Draws where y equals x. */
  diagonal: string;
  log: boolean;
}

/** Amounts that are put beside each other. */
export interface Contrast {
  line: number;
  unit: string;
  bars: { parts: { name: string; label: string }[]; label: string }[];
  /** Rows that each amount is the sum of. */
  rows: Operand;
}

/** A section of a lesson: its texts, its SQL, and the questions about it. */
export interface Step {
  line: number;
  title: string;
  /** Markdown before the SQL: shown at once. */
  before: string;
  beforeLine: number;
  /** Empty for a step of text alone. */
  sql: string;
  /** The SQL as it was written, before the values of its knobs are put in. */
  template: string;
  /** Where in it begins what only measures, and the functions and catalogs that it measures with. */
  measuring: { from: number; what: string } | null;
  sqlLine: number;
  knobs: Knob[];
  /** The question from an earlier lesson; only a lesson's first step has one. */
  recall?: Recall;
  guesses: Guess[];
  sketch: Sketch | null;
  exercise: Exercise | null;
  takes: NamedTake[];
  look: Look | null;
  stage: StagePlan | null;
  chart: Chart | null;
  contrast: Contrast | null;
  /** Markdown after the SQL: shown once it ran. */
  after: string;
  afterLine: number;
  /** What it does otherwise on other versions; lessons that come with the page keep them apart. */
  versions?: VersionNote[];
  /** Markdown for the presenter of the step; nobody else is shown it. */
  notes: string;
  notesLine: number;
  /** The texts as trees, to be shown. */
  prose: { before: Block[]; after: Block[]; notes: Block[] };
}

/** A lesson as it was read from its text. */
export interface Lesson {
  title: string;
  summary: string;
  minutes: number;
  steps: Step[];
  /** The text it was read from; for a lesson that comes with the page, what stands for it. */
  source: string;
  /** Its name, if it comes with the page. */
  id?: string;
}

/** A fault in a lesson's text: what is wrong, and in which line. */
export interface Fault {
  line: number;
  message: string;
}

/** The values that a step reads, for questions and others, in the order of the text. */
export const inOrder = (step: Step): NamedTake[] =>
  [...step.takes, ...step.guesses].sort((a, b) => a.line - b.line);
