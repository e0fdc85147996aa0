// What each lesson asks from an earlier one: all of it together, since a review takes from all of it.
import type { Lesson, Recall } from './format';

const shipped = import.meta.glob<Recall[]>('./*/lesson.md', {
  query: '?recall',
  import: 'default',
  eager: true,
});

/** A question, and the lesson that asks it. */
export interface Asked {
  /** The name of the lesson that asks it, which is the question's name too. */
  id: string;
  recall: Recall;
}

/** All questions of the lessons that come with the page. */
export const RECALLS: readonly Asked[] = Object.entries(shipped).flatMap(([file, [recall]]) =>
  recall ? [{ id: file.split('/')[1] ?? '', recall }] : [],
);

/** What a lesson asks first; null where it asks nothing. */
export function recallOf({ id, steps }: Lesson): Recall | null {
  if (!id) return steps[0]?.recall ?? null;
  return RECALLS.find((asked) => asked.id === id)?.recall ?? null;
}
