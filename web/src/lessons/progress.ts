// Which lessons this browser has seen to their end.

const KEY = 'toastscope finished';

/** The ids of the lessons that were finished in this browser. */
export function finishedLessons(): ReadonlySet<string> {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Notes that a lesson was finished in this browser. */
export function markFinished(id: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...finishedLessons(), id])]));
  } catch {
    // Not kept, then.
  }
}
