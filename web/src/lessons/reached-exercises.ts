// Which exercises this browser has reached, each with the SQL that did it.

const KEY = 'toastscope exercises';
/** How many characters of one exercise's SQL are kept. */
const MOST = 4000;

/** The SQL with which the reader reached the goal of each exercise, by the lesson's id. */
export function reachedExercises(): ReadonlyMap<string, string> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const whole = Object.entries(found).filter(([, sql]) => typeof sql === 'string');
    return new Map(whole as [string, string][]);
  } catch {
    return new Map();
  }
}

/** Keeps the SQL of the exercises that were reached. */
export function keepReached(all: ReadonlyMap<string, string>) {
  try {
    const short = [...all].map(([id, sql]) => [id, sql.slice(0, MOST)]);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(short)));
  } catch {
    // Not kept, then.
  }
}

/** Keeps the SQL that reached a lesson's exercise. */
export const addReached = (id: string, sql: string) =>
  keepReached(new Map(reachedExercises()).set(id, sql));
