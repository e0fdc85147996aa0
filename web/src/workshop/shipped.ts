// The courses that come with the page; their texts are files in this folder.
import { parseCourse, type Course } from './course';

const texts = import.meta.glob<string>('./courses/*.md', { query: '?raw', import: 'default' });

/** Their names, as they stand in the address, the longest first. */
export const COURSES = ['half-day', 'ninety-minutes'] as const;

/** A course that comes with the page; null if the name is unknown. */
export async function shippedCourse(name: string): Promise<Course | null> {
  const text = await texts[`./courses/${name}.md`]?.();
  return text === undefined ? null : parseCourse(text).course;
}
