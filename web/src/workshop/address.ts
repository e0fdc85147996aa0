// The addresses of the workshop's pages: #/half-day, #/half-day/handout, #/half-day/teacher.
import { lessonHash } from '../lessons/lesson-entry';

/** The file with the lessons, beside this page; in the offline build it is one file. */
export const PAGE = import.meta.env.TOASTSCOPE_SINGLE ? 'toastscope.html' : 'index.html';

/** A page of a course: the course itself, the handout, or what only the teacher reads. */
export type View = 'course' | 'handout' | 'teacher';

/** What the address names: a course that comes with the page, or `own`; null for the list of courses. */
export function viewOf(hash: string): { course: string; view: View } | null {
  const found = /^#\/([\w-]{1,64})(?:\/(handout|teacher))?$/.exec(hash);
  return found && { course: found[1] ?? '', view: (found[2] ?? 'course') as View };
}

/** The address of a course, or of one of its views. */
export const hashOf = (course: string, view: View = 'course') =>
  view === 'course' ? `#/${course}` : `#/${course}/${view}`;

/** The address of a lesson, or of the step at index `step`. */
export function lessonAddress(lesson: string, step = 0): string {
  if (!lesson.includes(':')) return `${PAGE}${lessonHash(lesson, step)}`;
  return `${PAGE}?lesson=${encodeURIComponent(lesson)}&step=${step + 1}`;
}
