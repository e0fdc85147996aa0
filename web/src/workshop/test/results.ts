// The results of the test before or after a course: one as a file, and many files together. A file may come from
// anyone, so all of it is checked.

/** Whether a test is taken before the course or after it. */
export type When = 'before' | 'after';

/** What one person answered in one test. */
export interface Result {
  when: When;
  /** Who it is of, as they wrote it; may be empty. */
  name: string;
  /** The answer to each question, and whether it is right. */
  answers: { said: string; right: boolean }[];
}

/** Why a file was not taken, in words. */
export class ResultError extends Error {}

const KIND = 'toastscope test';
const VERSION = 1;
const LIMITS = { bytes: 20_000, name: 80, said: 200 } as const;

/** How many answers of a result are right. */
export const rightOf = ({ answers }: Result) => answers.filter(({ right }) => right).length;

/** The text of a results file. */
export const resultText = (result: Result) =>
  `${JSON.stringify({ kind: KIND, version: VERSION, ...result }, null, 2)}\n`;

/** The name of the file that a result is saved in. */
export const fileName = ({ when, name }: Result) =>
  ['toastscope-test', name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40), when]
    .filter(Boolean)
    .join('-') + '.json';

/** Reads a results file for a test with `questions` questions; throws if it is not valid. */
export function readResult(text: string, questions: number): Result {
  /** The error of a file that is no result. */
  const bad = (why: string) => new ResultError(why);
  if (text.length > LIMITS.bytes) throw bad('The file is larger than a result can be.');
  let found: Record<string, unknown> | null;
  try {
    found = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    throw bad('The file is not JSON: a result is saved as JSON by this page.');
  }
  if (found?.kind !== KIND) throw bad('The file is not a result that this page saved.');
  if (found.version !== VERSION) throw bad('The file was saved by another Toastscope.');
  const { when, name, answers } = found;
  const whole =
    (when === 'before' || when === 'after') &&
    typeof name === 'string' &&
    name.length <= LIMITS.name &&
    Array.isArray(answers) &&
    answers.length === questions &&
    answers.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'said' in one &&
        typeof one.said === 'string' &&
        one.said.length <= LIMITS.said &&
        'right' in one &&
        typeof one.right === 'boolean',
    );
  if (!whole) throw bad('The file is damaged: its answers cannot be read.');
  return { when, name, answers: answers as Result['answers'] };
}

/**
 * How many results of the test before or after a course there are, how many of them have each question right, and how many
 * questions they have right on average.
 */
export function summaryOf(results: readonly Result[], when: When, questions: number) {
  const asked = results.filter((result) => result.when === when);
  const right = Array.from(
    { length: questions },
    (_, i) => asked.filter(({ answers }) => answers[i]?.right).length,
  );
  const mean = asked.length > 0 ? right.reduce((a, b) => a + b, 0) / asked.length : 0;
  return { count: asked.length, right, mean };
}
