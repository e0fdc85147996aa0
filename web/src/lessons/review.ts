// When a question comes again: a day after its lesson was done, a week after it was answered, then a month. Kept in
// this browser.
import type { Asked } from './recalls';

const KEY = 'toastscope review';
const DAY = 86_400_000;
/** Days until a question comes again, by how often in a row it was answered rightly. */
const AFTER = [1, 7, 30] as const;
/** Questions of one review. */
export const MOST = 10;

interface Card {
  /** How often in a row it was answered rightly, up to the last of the intervals. */
  right: number;
  /** When it comes again, in milliseconds since 1970. */
  due: number;
}

interface Kept {
  /** By lesson, when it was done for the first time. */
  lessons: Record<string, number>;
  /** By question. */
  cards: Record<string, Card>;
}

/** What is kept in this browser. */
function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { lessons: { ...found.lessons }, cards: { ...found.cards } };
  } catch {
    return { lessons: {}, cards: {} };
  }
}

/** Keeps this in the browser, in the place of what was kept. */
function keep(what: Kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // Not kept, then.
  }
}

/** Notes when a lesson was finished, in ms since 1970; a lesson that is noted already keeps its time. */
export function noteLesson(id: string, now = Date.now()) {
  const all = kept();
  if (all.lessons[id]) return;
  all.lessons[id] = now;
  keep(all);
}

/** Notes how a question was answered: a question answered wrongly is due the next day. */
export function noteAnswer(id: string, right: boolean, now = Date.now()) {
  const all = kept();
  const times = right ? (all.cards[id]?.right ?? 0) + 1 : 0;
  const days = AFTER[Math.min(times, AFTER.length - 1)] ?? 1;
  all.cards[id] = { right: times, due: now + days * DAY };
  keep(all);
}

/** The time at which a question is due. If its lesson was finished before reviews were kept, it is due at once. */
function dueAt({ id, recall }: Asked, { lessons, cards }: Kept): number {
  const done = lessons[recall.from];
  return cards[id]?.due ?? (done ? done + DAY : 0);
}

/**
 * From the questions of finished lessons: those that are due, the longest waiting first, the others, and when
 * the next one is due.
 */
export function review(
  asked: readonly Asked[],
  done: ReadonlySet<string>,
  now = Date.now(),
): { due: Asked[]; others: Asked[]; next: number | null } {
  const all = kept();
  const known = asked
    .filter(({ recall }) => done.has(recall.from))
    .map((one) => ({ one, at: dueAt(one, all) }))
    .toSorted((a, b) => a.at - b.at);
  const due = known.filter(({ at }) => at <= now);
  const later = known.filter(({ at }) => at > now);
  /** The questions, without their due times. */
  const ofThese = (these: typeof known) => these.map(({ one }) => one);
  return { due: ofThese(due), others: ofThese(later), next: later[0]?.at ?? null };
}
