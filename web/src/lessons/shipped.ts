// The lessons that come with the page. Each is loaded when it is opened; it was read when the page was built, so the
// code that reads a lesson's text need not be loaded.
import type { Lesson } from './format';

const lessons = import.meta.glob<Lesson>('./*/lesson.md', { query: '?lesson', import: 'default' });

/** Loads a lesson that comes with the page; null if there is none of this name. */
export async function shippedLesson(id: string): Promise<Lesson | null> {
  return (await lessons[`./${id}/lesson.md`]?.()) ?? null;
}
