// What lessons say to whoever presents them: apart from the lessons, since no learner is shown it.
import type { LessonEntry } from './lesson-entry';
import type { Block } from './prose';

const notes = import.meta.glob<Block[][]>('./*/lesson.md', { query: '?notes', import: 'default' });

/** A lesson's notes for the presenter, by step; a lesson from elsewhere contains its own. */
export async function notesOf({ id, lesson }: LessonEntry): Promise<Block[][]> {
  const shipped = await notes[`./${id}/lesson.md`]?.();
  return shipped ?? lesson.steps.map((step) => step.told.notes);
}
