// A lesson from outside: a file, an address, or a link that carries it. None of it is trusted.
import { LIMITS } from './bounds';
import type { Lesson } from './format';
import { parse } from './parse';

/** Why a lesson could not be loaded, in words for the reader. */
export class LoadError extends Error {}

const FETCH_TIMEOUT = 10_000;

/** Parses a lesson; throws an error with the first faults of its text. */
export function lessonFrom(text: string, name: string): Lesson {
  const { lesson, faults } = parse(text);
  if (lesson) return lesson;
  const firstFaults = faults.slice(0, 5).map((f) => `line ${f.line}: ${f.message}`);
  const more = faults.length > 5 ? `and ${faults.length - 5} more` : '';
  throw new LoadError(
    [`${name} cannot be read as a lesson.`, ...firstFaults, more].filter(Boolean).join('\n'),
  );
}

/** Whether a text looks like a lesson rather than a script. */
export const looksLikeLesson = (name: string, text: string) =>
  /\.(md|markdown)$/i.test(name) || /^\uFEFF?---\s*\n/.test(text);

/** The text of a file that was opened or dropped. Throws a `LoadError` if it is too large or is not text. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LIMITS.source * 4) {
    throw new LoadError(`${file.name} is larger than a lesson or script may be.`);
  }
  const text = await file.text();
  if (text.includes('\0')) throw new LoadError(`${file.name} is not a text file.`);
  return text;
}

/** The URL of a lesson, relative to `base`. Throws a `LoadError` unless it is https or of the page's own origin. */
export function lessonAddress(text: string, base: string): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new LoadError(`“${text.slice(0, 200)}” is not an address.`);
  }
  const own = url.origin === new URL(base).origin;
  if (url.protocol !== 'https:' && !own) {
    throw new LoadError('A lesson is loaded over https only.');
  }
  if (url.username || url.password)
    throw new LoadError('An address with a password is not loaded.');
  return url;
}

/** Loads a lesson's text. Throws a `LoadError` if it cannot be loaded or is longer than a lesson may be. */
export async function fetchText(url: URL): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
    });
  } catch {
    throw new LoadError(
      `${url.host} did not answer, or does not let other pages read from it (it must send ` +
        'Access-Control-Allow-Origin).',
    );
  }
  if (!answer.ok || !answer.body) {
    throw new LoadError(`${url.host} answered ${answer.status} instead of a lesson.`);
  }
  const reader = answer.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LIMITS.source * 4) {
      await reader.cancel();
      throw new LoadError(`What ${url.host} sent is larger than a lesson may be.`);
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}
