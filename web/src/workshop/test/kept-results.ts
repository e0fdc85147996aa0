// Keeps the results of the test before and after a course in this browser, so that both can be
// shown beside each other.
import type { Result, When } from './results';
import { readResult, resultText } from './results';

/** Where it is kept. */
const key = (when: When) => `toastscope test ${when}`;

/** Keeps a result in this browser. */
export function keepResult(result: Result) {
  try {
    localStorage.setItem(key(result.when), resultText(result));
  } catch {
    // Not kept, then.
  }
}

/** The result that this browser has kept; null if there is none, or if it is not valid. */
export function keptResult(when: When, questions: number): Result | null {
  try {
    return readResult(localStorage.getItem(key(when)) ?? '', questions);
  } catch {
    return null;
  }
}
