// An exercise while somebody does it: what is measured at the start, after the reader's SQL, and after a solution.
import { NoAnswer, takeValue } from './answer';
import type { Exercise, Pass } from './format';
import { readResults } from './psql-output';
import type { Ran } from './player';
import type { LessonRun } from './run.svelte';

/** What an exercise's editor is made with: its text, and what it calls. */
export interface EditorOptions {
  text: string;
  change: (text: string) => void;
  run: () => void;
}

/** The value of each measure, by its name; null where the check printed none. */
export type Measured = ReadonlyMap<string, number | null>;

/**
 * The learner's SQL followed by the exercise's check, which begins on a line of its own even if a statement is
 * unfinished.
 */
export function withCheck(sql: string, exercise: Exercise): { text: string; checkFrom: number } {
  const own = sql
    .trim()
    .replace(/(?<![;\s])\s*$/, (end) => (/\\\w+[^\n]*$/.test(sql.trim()) ? end : ';'));
  const before = sql.trim() ? `${own}\n` : '';
  return { text: before + exercise.check, checkFrom: before.split('\n').length };
}

/** Reads the numbers that an exercise's check printed. */
export function measure(exercise: Exercise, printed: string): Measured {
  const results = readResults(printed);
  return new Map(
    exercise.measures.map(({ name, take: how }) => {
      try {
        const value = takeValue(how, results, new Map());
        return [name, typeof value === 'number' ? value : null];
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return [name, null];
      }
    }),
  );
}

/** The limit that a measure is compared with. */
export const limitOf = (pass: Pass, start: Measured) =>
  pass.ofStart ? ((start.get(pass.name) ?? NaN) * pass.number) / 100 : pass.number;

/** Whether what was measured meets one condition; some conditions compare it with the start. */
export function passes(pass: Pass, measured: Measured, start: Measured): boolean {
  const value = measured.get(pass.name);
  if (value == null) return false;
  const limit = limitOf(pass, start);
  switch (pass.operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '=':
      return value === limit;
    case '>=':
      return value >= limit;
    case '>':
      return value > limit;
  }
}

/** Whether what was measured meets all conditions of the exercise. */
export const reached = (exercise: Exercise, measured: Measured, start: Measured) =>
  exercise.passes.every((pass) => passes(pass, measured, start));

/** The reason of the usual mistake by which the goal was missed; empty if it is none of them. */
export function mistakeIn(exercise: Exercise, measured: Measured, start: Measured): string {
  if (reached(exercise, measured, start)) return '';
  return exercise.mistakes.find(({ when }) => passes(when, measured, start))?.why ?? '';
}

/** One reader's attempt at an exercise. It runs SQL as trials, and compares what they measure with the goal. */
export class Attempt {
  start = $state.raw<Measured | null>(null);
  mine = $state.raw<Measured | null>(null);
  theirs = $state.raw<Measured | null>(null);
  /** What psql printed for the reader's SQL, without the check. */
  printed = $state('');
  /** How many tries are not done yet: each waits for the ones before. */
  #open = $state(0);
  trying = $derived.by(() => this.#open > 0);
  /** The solution that is shown, from 0; -1 for none. */
  solution = $state(-1);

  constructor(
    readonly exercise: Exercise,
    private readonly run: Pick<LessonRun, 'tryAfter'>,
  ) {}

  reached = $derived.by(() => {
    const { mine, start } = this;
    return mine !== null && start !== null && reached(this.exercise, mine, start);
  });

  mistake = $derived.by(() => {
    const { mine, start } = this;
    return mine && start ? mistakeIn(this.exercise, mine, start) : '';
  });

  async #try(sql: string, shown = true): Promise<{ own: string; measured: Measured } | null> {
    const { text, checkFrom } = withCheck(sql, this.exercise);
    this.#open++;
    const ran: Ran | null = await this.run.tryAfter(text, shown);
    this.#open--;
    if (!ran || ran.cancelled) return null;
    /** What all steps printed. */
    const printed = (steps: Ran['steps']) => steps.map((step) => step.printed).join('');
    return {
      own: printed(ran.steps.filter((step) => step.line < checkFrom)),
      measured: measure(this.exercise, printed(ran.steps.filter((step) => step.line >= checkFrom))),
    };
  }

  /** Measures the state before the reader's SQL. */
  async begin() {
    const tried = await this.#try('', false);
    if (tried) this.start = tried.measured;
  }

  /** Runs the reader's SQL, and measures what it reached. */
  async try(sql: string) {
    const tried = await this.#try(sql);
    if (!tried) return;
    this.mine = tried.measured;
    this.printed = tried.own;
  }

  /** Shows the next solution and its result. */
  async solve() {
    this.solution = (this.solution + 1) % this.exercise.solutions.length;
    const tried = await this.#try(this.exercise.solutions[this.solution] ?? '');
    if (tried) this.theirs = tried.measured;
  }
}
