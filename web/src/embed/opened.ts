// What an address leads to: a lesson, a script as a lesson whose steps are its statements, a session from a link, or
// nothing but an empty database.
import type { EmbedParams } from '../element/params';
import type { Connect } from '../engine/client';
import type { Lesson } from '../lessons/format';
import type { Shared } from '../share/link';
import { entryOf } from '../start/workbench-entry';

/** What a frame opens with. It runs at once only if it is trusted. */
export type Opened =
  | {
      kind: 'lesson';
      lesson: Lesson;
      /** What runs its SQL, if it was recorded. */
      connect?: Connect | undefined;
      text: string;
      from: string;
      trusted: boolean;
    }
  | { kind: 'session'; shared: Shared; text: string; from: string; trusted: boolean }
  | { kind: 'nothing'; text: string; from: string; trusted: boolean };

/** Views that need nothing to be run. */
const ALONE: readonly EmbedParams['view'][] = ['console', 'compare', 'lab'];

/** Whether a script is an address: SQL begins with none of these. */
const isAddress = (script: string) => /^(https?:\/\/|\.{0,2}\/)\S+$/.test(script.trim());

/** Loads what the parameters ask for; throws a sentence if it cannot. */
export async function open(params: EmbedParams): Promise<Opened> {
  const { lesson, script, session, step, view } = params;
  if (lesson) return openLesson(lesson, Math.max(0, step - 1));
  if (script) return openScript(script);
  if (session) {
    const entry = await entryOf({ kind: 'session', packed: session.replace(/^#?s=/, '') });
    const shared = entry.kind === 'console' ? entry.shared : null;
    if (!shared) throw new Error('The session cannot be read.');
    return { kind: 'session', shared, text: shared.script, from: '', trusted: true };
  }
  if (ALONE.includes(view)) return { kind: 'nothing', text: '', from: '', trusted: true };
  throw new Error('The address names no lesson: embed.html?lesson=curse');
}

/** Opens a lesson by its name or its address. Throws an error if there is none. */
async function openLesson(asked: string, step: number): Promise<Opened> {
  const own = /^[\w-]{1,64}$/.test(asked);
  const entry = await entryOf(
    own ? { kind: 'lesson', id: asked, step } : { kind: 'address', address: asked, step },
  );
  if (entry.kind !== 'lesson') throw new Error('This is no lesson.');
  const { lesson, connect, from } = entry;
  const text = lesson.steps
    .map((step) => step.sql)
    .filter(Boolean)
    .join('\n\n');
  return { kind: 'lesson', lesson, connect, text, from, trusted: own };
}

/** Opens a script as a lesson: its text, or the text at an address. */
async function openScript(script: string): Promise<Opened> {
  const { lessonOfScript } = await import('./script');
  if (!isAddress(script)) {
    return {
      kind: 'lesson',
      lesson: lessonOfScript(script),
      text: script,
      from: '',
      trusted: true,
    };
  }
  const { fetchText, lessonAddress } = await import('../lessons/load-lesson');
  const url = lessonAddress(script.trim(), location.href);
  const text = await fetchText(url);
  const lesson = lessonOfScript(text);
  return { kind: 'lesson', lesson, text, from: url.host, trusted: false };
}
