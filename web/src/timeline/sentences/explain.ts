// EXPLAIN answers with its own tag; what somebody wants to know is which query it told of, and whether that ran.
import { titleOf } from '../statement-title';

/** Before the query: options in brackets, or the two that may stand without them. */
const EXPLAIN = /^EXPLAIN\s+(?:\(([^)]*)\)|((?:(?:ANALY[ZS]E|VERBOSE)\s+)*))\s*/i;
/** On, unless it says otherwise. */
const ANALYZE = /\bANALY[ZS]E\b(?!\s*(?:off|false|0)\b)/i;
/** Of a longer query only so much is told. */
const LETTERS = 48;

/** The query in an EXPLAIN, and whether it ran; null for any other statement. */
export function explained(text: string): string | null {
  const whole = titleOf(text, Infinity);
  const found = EXPLAIN.exec(whole);
  if (!found) return null;
  const query = titleOf(whole.slice(found[0].length).replace(/;$/, ''), LETTERS);
  if (!query) return null;
  const ran = ANALYZE.test(found[1] ?? found[2] ?? '');
  return ran ? `Ran ${query}` : `Planned, not run: ${query}`;
}
