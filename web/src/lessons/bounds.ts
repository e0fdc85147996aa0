// What is needed to read a lesson's text: names of events, limits, how a name is written, an empty step. Lessons that
// come with the page were read when the page was built, and need none of it.
import type { StageEvent } from '../engine/protocol';
import type { Lesson, Step } from './format';

/** Events that a lesson may have the stage stop at: kinds of the engine's. */
export const EVENTS: readonly string[] = [
  'tupleFormed',
  'toastStarted',
  'columnChosen',
  'attributeCompressed',
  'attributeIncompressible',
  'valueCut',
  'chunkWritten',
  'valueToasted',
  'valueKept',
  'tupleInserted',
  'tupleUpdated',
  'tupleDeleted',
  'chunkDeleted',
  'tailGrown',
  'tailMoved',
  'differenceKept',
  'documentRead',
  'pointerRead',
  'indexDescended',
  'chunkRead',
  'valueDetoasted',
  'valueDecompressed',
  'valueSliced',
  'leafSplit',
  'pageVacuumed',
  'checkpointDone',
  'serverStopped',
  'recordReplayed',
] satisfies StageEvent['kind'][];

export const LIMITS = {
  /** Characters of a whole lesson, of one step's SQL, of one line of a block, of a step's title. */
  source: 200_000,
  sql: 20_000,
  value: 400,
  title: 120,
  /** Characters of a step's notes for the presenter. */
  notes: 4000,
  steps: 60,
  guesses: 4,
  hints: 3,
  choices: 6,
  bars: 4,
  knobs: 3,
  solutions: 4,
} as const;

/** `name` in `{name}`, and what a block may call a value. */
export const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** An empty step with a title. */
export const newStep = (line: number, title: string): Step => ({
  line,
  title: title.slice(0, LIMITS.title),
  before: '',
  beforeLine: 0,
  sql: '',
  template: '',
  measuring: null,
  sqlLine: 0,
  knobs: [],
  guesses: [],
  sketch: null,
  exercise: null,
  takes: [],
  look: null,
  stage: null,
  chart: null,
  contrast: null,
  after: '',
  afterLine: 0,
  notes: '',
  notesLine: 0,
  prose: { before: [], after: [], notes: [] },
});

/** All SQL of a lesson as one script, each step below its title. */
export function script(lesson: Lesson): string {
  const steps = lesson.steps.filter((step) => step.sql);
  return steps.map((step) => `-- ${step.title}\n${step.sql}\n`).join('\n');
}
