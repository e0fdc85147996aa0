// A course of a teacher's own: from a file, or from an address in the query (`?course=`). It is kept for this tab, so
// that its handout is a page like any other.
import { fetchText, lessonAddress, textOf } from '../lessons/load-lesson';
import { parseCourse, type Course } from './course';

const KEY = 'toastscope course';

/** Why a course could not be opened, in words. */
export class CourseError extends Error {}

/** Parses a course. Throws a `CourseError` that names its first five faults. */
function courseFrom(text: string, name: string): Course {
  const { course, faults } = parseCourse(text);
  if (course) return course;
  const firstFaults = faults.slice(0, 5).map((f) => `line ${f.line}: ${f.message}`);
  const more = faults.length > 5 ? [`and ${faults.length - 5} more`] : [];
  throw new CourseError(
    [`${name} cannot be read as a course.`, ...firstFaults, ...more].join('\n'),
  );
}

/** Reads a file as the reader's own course, and keeps it for this tab. Throws if it is not a course. */
export async function takeFile(file: File): Promise<Course> {
  const text = await textOf(file);
  const course = courseFrom(text, file.name);
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Then it is there until the page is left.
  }
  return course;
}

/**
 * The reader's own course: from the query, or the one opened last; null if there is none or it is not valid. Throws if the
 * one from the query is not.
 */
export async function ownCourse(search: string): Promise<Course | null> {
  const address = new URLSearchParams(search).get('course');
  if (address) {
    const url = lessonAddress(address, location.href);
    return courseFrom(await fetchText(url), url.href);
  }
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : parseCourse(kept).course;
  } catch {
    return null;
  }
}
