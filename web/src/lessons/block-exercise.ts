// The block exercise: a goal, what is measured for it, and when it is reached.
import { BlockError, WAYS, badName, entries, parseTake } from './blocks';
import { LIMITS, NAME } from './bounds';
import type { Exercise, Measure, Mistake, Pass } from './format';

/** Parses the line number `at`, which says what is measured. Throws a `BlockError` if it is not valid. */
function parseMeasure(at: number, text: string): Measure {
  const [, name = '', how = '', label = ''] = /^(\S+)\s*=\s*([^,]+),\s*(.+)$/.exec(text) ?? [];
  if (!label) {
    throw new BlockError(
      at,
      'write “measure:” as in measure: buffers = hit, buffers for the query',
    );
  }
  if (!NAME.test(name)) throw new BlockError(at, badName(name));
  const take = parseTake(how.trim());
  if (!take) throw new BlockError(at, `“${how.trim()}” is not understood; ${WAYS}`);
  return { name, label, take };
}

/** Parses the line number `at`, which says when the goal is reached. Throws a `BlockError` if it is not valid. */
function parsePass(at: number, text: string, measures: Measure[], key = 'pass'): Pass {
  const found = /^(\S+)\s+(<=|>=|<|>|=)\s+(\d+(?:\.\d+)?)(\s*% of start)?$/.exec(text);
  if (!found) {
    throw new BlockError(
      at,
      `write “${key}:” as in ${key}: buffers < 100, or ${key}: bytes <= 50% of start`,
    );
  }
  const [, name = '', operator = '', number = '', share] = found;
  if (!measures.some((measure) => measure.name === name)) {
    throw new BlockError(at, `no “measure:” of this block is called “${name}”`);
  }
  return { name, operator: operator as '<', number: Number(number), ofStart: share !== undefined };
}

/** Reads a line that names a usual mistake: when it was made, and why it is one. Throws a `BlockError` if it cannot. */
function parseMistake(at: number, text: string, measures: Measure[]): Mistake {
  const [, when = '', why = ''] = /^([^,]+),\s*(.+)$/.exec(text) ?? [];
  if (!why) {
    throw new BlockError(
      at,
      'write “mistake:” as in mistake: chunks > 0, The text is still outside.',
    );
  }
  return { when: parsePass(at, when, measures, 'mistake'), why };
}

/**
 * Parses the block of an exercise: goal, measurements, conditions, mistakes, hints. The SQL that measures and
 * the solutions are other blocks.
 */
export function parseExercise(
  lines: string[],
): Pick<Exercise, 'goal' | 'measures' | 'passes' | 'mistakes' | 'hints'> {
  const { found, other } = entries(lines, ['measure', 'pass', 'mistake', 'hint'], 'exercise');
  const goal = other.map((o) => o.text).join(' ');
  if (!goal) throw new BlockError(0, 'an exercise block starts with its goal');
  /** All lines with this word in front. */
  const all = (key: string) => found.filter((entry) => entry.key === key);
  const measures = all('measure').map(({ at, value }) => parseMeasure(at, value));
  const passes = all('pass').map(({ at, value }) => parsePass(at, value, measures));
  if (passes.length === 0) throw new BlockError(0, 'an exercise needs “measure:” and “pass:”');
  const mistakes = all('mistake').map(({ at, value }) => parseMistake(at, value, measures));
  const hints = all('hint');
  const extra = hints[LIMITS.hints];
  if (extra) throw new BlockError(extra.at, `an exercise has at most ${LIMITS.hints} hints`);
  return { goal, measures, passes, mistakes, hints: hints.map((h) => h.value) };
}
