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
  /** Who runs its SQL, where that was recorded; the engine, if nobody else. */
  connect?: Connect | undefined;
}

/** Steps are numbered from 1 in addresses, from 0 inside. */
export const stepOf = (text: string | null | undefined) =>
  text && /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;

/** The fragment that leads to a lesson that comes with the page. */
export const lessonHash = (id: string, step = 0) =>
  step > 0 ? `#/lesson/${id}/${step + 1}` : `#/lesson/${id}`;

/** What a fragment leads to, without its `#`; null when it is no lesson's. */
export function lessonOf(fragment: string): { id: string; step: number } | null {
  const found = /^\/lesson\/([\w-]{1,64})(?:\/(\d+))?$/.exec(fragment);
  return found && { id: found[1] ?? '', step: stepOf(found[2]) };
}
