// Runs the lessons of a course on the engine, when a page that prints their numbers is opened. No number is typed by
// hand.
import { Attempt, type Measured } from '../lessons/exercise.svelte';
import type { Value } from '../lessons/answer';
import type { Lesson } from '../lessons/format';
import { readOutcome, type Outcome } from '../lessons/outcome';
import { Session } from '../workbench/session.svelte';

/** What came of an exercise: measured at its start, and after each solution. */
export interface SolvedExercise {
  start: Measured | null;
  solutions: (Measured | null)[];
}

/** A lesson that ran from its first step to its last. */
export interface Played {
  /** By step; null where nothing runs. */
  outcomes: (Outcome | null)[];
  values: ReadonlyMap<string, Value>;
  exercises: ReadonlyMap<number, SolvedExercise>;
}

/** Runs lessons in a session of its own, each in an empty database. */
export class LessonPlayer {
  readonly #session = new Session('');
  #closed = false;

  /** Resolves when the engine is ready. */
  #ready(): Promise<void> {
    return new Promise((resolve) => {
      const end = $effect.root(() => {
        $effect(() => {
          if (this.#session.status !== 'ready') return;
          resolve();
          queueMicrotask(end);
        });
      });
    });
  }

  /** Plays a lesson in a new database; null if a statement was cancelled, or this was closed meanwhile. */
  async play(lesson: Lesson): Promise<Played | null> {
    const session = this.#session;
    session.reset();
    await this.#ready();
    const values = new Map<string, Value>();
    const outcomes: Played['outcomes'] = [];
    const exercises = new Map<number, SolvedExercise>();
    let from = 0;
    for (const [i, step] of lesson.steps.entries()) {
      if (this.#closed) return null;
      const ran = step.sql ? await session.runSql(step.sql, { from, firstLine: 1 }) : null;
      if (step.sql && (!ran || ran.cancelled)) return null;
      outcomes.push(ran && readOutcome(step, ran.printed, values));
      from = ran?.steps.at(-1)?.id ?? from;
      if (step.exercise) {
        const after = from;
        const run = { tryAfter: (sql: string) => session.tryOut(sql, after, false) };
        const attempt = new Attempt(step.exercise, run);
        await attempt.begin();
        const solutions: SolvedExercise['solutions'] = [];
        while (solutions.length < step.exercise.solutions.length) {
          await attempt.solve();
          solutions.push(attempt.theirs);
        }
        exercises.set(i, { start: attempt.start, solutions });
      }
    }
    return { outcomes, values, exercises };
  }

  /** Ends the session; no lesson can be played after that. */
  close() {
    this.#closed = true;
    this.#session.close();
  }
}
