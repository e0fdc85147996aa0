// What a lesson opens with, and its address.
import type { Connect } from '../engine/client';
import type { Lesson } from './format';

/** A lesson that is opened. */
export interface LessonEntry {
  kind: 'lesson';
  /** Its name in the address; empty when it did not come with the page. */
  id: string;
  lesson: Lesson;
  /** From 0. */
  step: number;
  /** Where it came from, if not with the page. */
  from: string;
  /** What runs its SQL, if it was recorded; the engine if this is missing. */
  connect?: Connect | undefined;
}

/** The lesson that is the short way in: before all chapters, and part of none. */
export const SHORT_WAY = 'ten-minutes';

/** A step's index from its number in an address, which counts from 1. */
export const stepOf = (text: string | null | undefined) =>
  text && /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;

/** The fragment that leads to a lesson that comes with the page. */
export const lessonHash = (id: string, step = 0) =>
  step > 0 ? `#/lesson/${id}/${step + 1}` : `#/lesson/${id}`;

/**
 * The address fragment that presents a lesson. A lesson that the link carries stays in the link; any other
 * lesson that did not come with the page is presented from this page.
 */
export function presentHash(id: string, step: number, here: string): string {
  if (id) return lessonHash(id, step).replace('lesson', 'present');
  return here.startsWith('#l=') ? here.replace('#l=', '#p=') : '#/present';
}

/** The lesson that a fragment without its `#` names; null if it names none. */
export function lessonOf(fragment: string): { id: string; step: number; present?: boolean } | null {
  const found = /^\/(lesson|present)\/([\w-]{1,64})(?:\/(\d+))?$/.exec(fragment);
  if (!found) return null;
  const there = { id: found[2] ?? '', step: stepOf(found[3]) };
  return found[1] === 'present' ? { ...there, present: true } : there;
}
