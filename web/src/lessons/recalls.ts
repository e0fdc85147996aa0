// All questions that lessons ask from earlier ones; a review takes its questions from all of them.
import type { Recall } from './format';
import { LESSONS } from './list';

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

/** All questions of the lessons that come with the page, in teaching order. */
export const RECALLS: readonly Asked[] = LESSONS.flatMap(({ id }) =>
  (shipped[`./${id}/lesson.md`] ?? []).map((recall) => ({ id, recall })),
);
