// The notes for presenters in all lessons that come with the page. They are kept apart from the lessons, since no
// learner is shown them.
import type { LessonEntry } from './lesson-entry';
import type { Block } from './prose';

const notes = import.meta.glob<Block[][]>('./*/lesson.md', { query: '?notes', import: 'default' });

/** A lesson's notes for the presenter, by step; a lesson from elsewhere contains its own. */
export async function notesOf({ id, lesson }: LessonEntry): Promise<Block[][]> {
  const shipped = await notes[`./${id}/lesson.md`]?.();
  return shipped ?? lesson.steps.map((step) => step.prose.notes);
}
