// Reads from an address or a file what the workbench opens with.
import type { LessonEntry } from '../lessons/lesson-entry';
import type { Shared } from '../share/link';
import type { Opening } from './route';

/** What the workbench opens with. */
export type Entry = { kind: 'console'; text: string | null; shared: Shared | null } | LessonEntry;

/**
 * What a route opens in the workbench. Lessons and links are read by code that is loaded for them. Where the page's
 * address asks for a server, a lesson is as it is there. Throws an error whose message is for the reader.
 */
export async function entryOf(route: Opening): Promise<Entry> {
  const entry = await read(route);
  if (entry.kind !== 'lesson' || !location.search.includes('server')) return entry;
  const { onAskedServer } = await import('../lessons/version-notes');
  return onAskedServer(entry);
}

/** Reads what an address leads to. Throws an error if it leads to nothing. */
async function read(route: Opening): Promise<Entry> {
  switch (route.kind) {
    case 'console':
      return { kind: 'console', text: null, shared: null };
    case 'session': {
      const { unpackSession } = await import('../share/link');
      const shared = await unpackSession(route.packed);
      return { kind: 'console', text: shared.script, shared };
    }
    case 'lesson': {
      const [{ shippedLesson }, { connectRecorded }] = await Promise.all([
        import('../lessons/shipped'),
        import('../recorded/connect'),
      ]);
      const lesson = await shippedLesson(route.id);
      if (!lesson) throw new Error(`There is no lesson “${route.id}”.`);
      const { id, step } = route;
      const sql = lesson.steps.map((one) => one.sql);
      return {
        kind: 'lesson',
        id,
        lesson,
        step,
        from: '',
        connect: connectRecorded(id, sql, step),
      };
    }
    case 'carried': {
      const [{ unpack }, { lessonFrom }] = await Promise.all([
        import('../share/link'),
        import('../lessons/load-lesson'),
      ]);
      const lesson = lessonFrom(await unpack(route.packed), 'What the link carries');
      return { kind: 'lesson', id: '', lesson, step: 0, from: 'the link you followed' };
    }
    case 'address': {
      const { fetchText, lessonAddress, lessonFrom } = await import('../lessons/load-lesson');
      const url = lessonAddress(route.address, location.href);
      const lesson = lessonFrom(await fetchText(url), url.href);
      const from = url.origin === location.origin ? '' : url.host;
      return { kind: 'lesson', id: '', lesson, step: route.step, from };
    }
  }
}

/**
 * Reads a file that was opened or dropped: a lesson, or else a script for the console. Throws an error whose message is for
 * the reader if it cannot.
 */
export async function entryOfFile(file: File): Promise<Entry> {
  const { lessonFrom, looksLikeLesson, textOf } = await import('../lessons/load-lesson');
  const text = await textOf(file);
  if (!looksLikeLesson(file.name, text)) return { kind: 'console', text, shared: null };
  return { kind: 'lesson', id: '', lesson: lessonFrom(text, file.name), step: 0, from: file.name };
}
