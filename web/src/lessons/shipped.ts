// The lessons that come with the page, each loaded when it is opened: read when the page is built, so
// that whoever opens one need not load the reader.
import type { Lesson } from './format';

const lessons = import.meta.glob<Lesson>('./*/lesson.md', { query: '?lesson', import: 'default' });

/** A lesson that comes with the page. */
export async function shippedLesson(id: string): Promise<Lesson | null> {
  return (await lessons[`./${id}/lesson.md`]?.()) ?? null;
}
