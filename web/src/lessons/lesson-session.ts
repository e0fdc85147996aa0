// The session of a lesson, in the workbench and in a presentation: what ran in one is not run again in the other.
import { askedServer } from '../engine/releases';
import { sessionName } from './kept-run';
import type { LessonEntry } from './lesson-entry';
import { Session } from '../workbench/session.svelte';

/** A lesson's session, and the name that it is kept under. It is on 15 unless the page's address asks for another server. */
export function lessonSession({ id, lesson, connect }: LessonEntry) {
  const server = askedServer(location.search) ?? '15';
  const name = sessionName(id, lesson.source, server);
  return { name, session: new Session(name, undefined, connect, server) };
}
