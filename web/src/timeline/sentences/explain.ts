// EXPLAIN's command tag is only EXPLAIN; a reader wants to know which query it explained, and whether that ran.
import { titleOf } from '../statement-title';

/** What precedes the query: options in brackets, or ANALYZE and VERBOSE without brackets. */
const EXPLAIN = /^EXPLAIN\s+(?:\(([^)]*)\)|((?:(?:ANALY[ZS]E|VERBOSE)\s+)*))\s*/i;
/** The ANALYZE option, unless it is switched off. */
const ANALYZE = /\bANALY[ZS]E\b(?!\s*(?:off|false|0)\b)/i;
/** Letters of the query that are shown; the rest is cut off. */
const LETTERS = 48;

/** A title that says which query an EXPLAIN explained, and whether it ran; null for any other statement. */
export function explained(text: string): string | null {
  const whole = titleOf(text, Infinity);
  const found = EXPLAIN.exec(whole);
  if (!found) return null;
  const query = titleOf(whole.slice(found[0].length).replace(/;$/, ''), LETTERS);
  if (!query) return null;
  const ran = ANALYZE.test(found[1] ?? found[2] ?? '');
  return ran ? `Ran ${query}` : `Planned, not run: ${query}`;
}
