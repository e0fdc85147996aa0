// Progress as a file: what one browser has finished and reached, to be taken to another one. A file may come from
// anyone, so all of it is checked.
import { markFinished, finishedLessons } from '../lessons/progress';
import { keepReached, reachedExercises } from '../lessons/reached-exercises';

/** What one browser has finished. */
export interface Progress {
  finished: string[];
  /** By lesson, the SQL that reached its exercise. */
  exercises: Record<string, string>;
}

/** Why a file was not taken, in words. */
export class ProgressError extends Error {}

const KIND = 'toastscope progress';
const VERSION = 1;
const LIMITS = { bytes: 400_000, names: 500, sql: 4000 } as const;
const NAME = /^[\w-]{1,64}$/;

/** The progress that this browser has. */
export const ownProgress = (): Progress => ({
  finished: [...finishedLessons()],
  exercises: Object.fromEntries(reachedExercises()),
});

/** The text of a progress file. */
export const progressText = (progress: Progress) =>
  `${JSON.stringify({ kind: KIND, version: VERSION, ...progress }, null, 2)}\n`;

/** Reads a progress file; throws if it is not valid. */
export function readProgress(text: string): Progress {
  if (text.length > LIMITS.bytes)
    throw new ProgressError('The file is larger than progress can be.');
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ProgressError('The file is not JSON: progress is saved as JSON by this page.');
  }
  if (typeof found !== 'object' || found === null || (found as { kind?: unknown }).kind !== KIND)
    throw new ProgressError('The file is not one that this page saved progress to.');
  const { version, finished: done, exercises } = found as Record<string, unknown>;
  if (version !== VERSION)
    throw new ProgressError(
      'The file was saved by a newer Toastscope: reload this page and try again.',
    );
  const lists =
    Array.isArray(done) &&
    done.length <= LIMITS.names &&
    done.every((id) => typeof id === 'string' && NAME.test(id));
  const solved = typeof exercises === 'object' && exercises !== null && !Array.isArray(exercises);
  const all = Object.entries(solved ? exercises : {}) as [string, unknown][];
  const whole =
    solved &&
    all.length <= LIMITS.names &&
    all.every(([id, sql]) => NAME.test(id) && typeof sql === 'string' && sql.length <= LIMITS.sql);
  if (!lists || !whole)
    throw new ProgressError(
      'The file is damaged: what it says of lessons and exercises cannot be read.',
    );
  return { finished: done as string[], exercises: exercises as Record<string, string> };
}

/** Joins two progresses; if both have an exercise, the SQL of the first stays. */
export const merged = (mine: Progress, other: Progress): Progress => ({
  finished: [...new Set([...mine.finished, ...other.finished])],
  exercises: { ...other.exercises, ...mine.exercises },
});

/** Adds a progress file to this browser's progress; returns how much was new. */
export function addProgress(text: string): { lessons: number; exercises: number } {
  const mine = ownProgress();
  const both = merged(mine, readProgress(text));
  for (const id of both.finished) markFinished(id);
  keepReached(new Map(Object.entries(both.exercises)));
  return {
    lessons: both.finished.length - mine.finished.length,
    exercises: Object.keys(both.exercises).length - Object.keys(mine.exercises).length,
  };
}
