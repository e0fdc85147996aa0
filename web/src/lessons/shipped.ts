// The lessons that come with the page, each loaded when it is opened: read when the page is built, so
// that whoever opens one need not load the reader.
import type { Lesson } from './format';
import type { LessonEntry } from './entry';
import type { Block } from './prose';

const lessons = import.meta.glob<Lesson>('./*/lesson.md', { query: '?lesson', import: 'default' });

/** A lesson that comes with the page. */
export async function shippedLesson(id: string): Promise<Lesson | null> {
  return (await lessons[`./${id}/lesson.md`]?.()) ?? null;
}

const notes = import.meta.glob<Block[][]>('./*/lesson.md', { query: '?notes', import: 'default' });

/** What a lesson says to whoever presents it, step by step: one from elsewhere brings it along. */
export async function notesOf({ id, lesson }: LessonEntry): Promise<Block[][]> {
  const shipped = await notes[`./${id}/lesson.md`]?.();
  return shipped ?? lesson.steps.map((step) => step.told.notes);
}
