// The block versions: what a step does otherwise on a PostgreSQL other than 15, which a lesson is written for.
import { BlockError } from './blocks';
import { LIMITS } from './bounds';
import type { VersionNote } from './format';

/** The versions that a lesson can be run on besides 15. */
const [FIRST, LAST] = [16, 18];

/**
 * Parses lines of the form `18: sentence` or `16-18: sentence`. `line` is the opening fence's. Throws a `BlockError` at
 * a fault.
 */
export function parseVersions(lines: string[], line: number): Omit<VersionNote, 'prose'>[] {
  const notes: Omit<VersionNote, 'prose'>[] = [];
  for (const [at, written] of lines.entries()) {
    if (written.trim() === '') continue;
    const [, low, high = low, text = ''] =
      /^(\d\d)(?:-(\d\d))?:\s+(.+)$/.exec(written.trim()) ?? [];
    if (!text) throw new BlockError(at, 'write a version and a sentence, as in 18: It logs a page');
    const [from, to] = [Number(low), Number(high)];
    if (from < FIRST || to > LAST || from > to)
      throw new BlockError(at, `a version is ${FIRST} to ${LAST}, or some of them, as in 16-18`);
    if (text.length > LIMITS.value)
      throw new BlockError(
        at,
        `this sentence has ${text.length} characters; ${LIMITS.value} are allowed`,
      );
    notes.push({ line: line + 1 + at, from, to, text });
  }
  return notes;
}
