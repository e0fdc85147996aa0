// The block guess: a question, how its answer is taken, and the usual wrong answers to it.
import { BlockError, WAYS, badName, entries, parseTake } from './blocks';
import { LIMITS, NAME } from './bounds';
import type { Guess, UsualMistake } from './format';
import { namesIn } from './arithmetic';

const AS_IN =
  'write “mistake:” as in mistake: chunks / 4, Four chunks fit on a page, not on a row.';

/**
 * Parses a usual wrong answer with its reason: `18, …`, `chunks * 2, …`, `> answer, …`, or a choice. Throws a
 * `BlockError` if it is not valid.
 */
function parseMistake(at: number, text: string, choices: string[]): UsualMistake {
  const choice = choices.find((one) => text.startsWith(`${one}, `));
  const [, when = '', why = ''] = choice
    ? ['', choice, text.slice(choice.length + 2).trim()]
    : (/^([^,]+),\s*(.+)$/.exec(text) ?? []);
  if (!why) throw new BlockError(at, AS_IN);
  if (choice) return { operator: '=', value: choice, why };
  if (choices.length > 0) throw new BlockError(at, `“${when}” is none of the choices`);
  const [, operator = '=', value = ''] = /^([<>=])?\s*(.+)$/.exec(when) ?? [];
  if (!namesIn(value)) throw new BlockError(at, `“${value}” cannot be computed; ${AS_IN}`);
  return { operator: operator as '=', value, why };
}

/**
 * Parses a guess block: the question, how its answer is read from the output, and the usual mistakes. Throws a
 * `BlockError` if it is not valid.
 */
export function parseGuess(lines: string[]): Omit<Guess, 'line'> {
  const keys = ['answer', 'unit', 'choices', 'near', 'hint', 'as', 'given', 'mistake'];
  const { found, other, onlyLine } = entries(lines, keys, 'guess');
  const question = other.map((o) => o.text).join(' ');
  if (!question) throw new BlockError(0, 'a guess block starts with its question');
  const answer = onlyLine('answer');
  if (!answer) throw new BlockError(0, `a guess needs “answer:”; ${WAYS}`);
  const take = parseTake(answer.value);
  if (!take) throw new BlockError(answer.at, `“${answer.value}” is not understood; ${WAYS}`);
  const name = onlyLine('as');
  if (name && !NAME.test(name.value)) throw new BlockError(name.at, badName(name.value));
  const near = onlyLine('near');
  const share = near ? /^(\d{1,2})\s*%$/.exec(near.value) : null;
  if (near && !share) throw new BlockError(near.at, 'write “near:” in per cent, as in near: 10%');
  const listed = onlyLine('choices');
  const choices = listed ? listed.value.split('|').map((c) => c.trim()) : [];
  if (listed && (choices.length < 2 || choices.length > LIMITS.choices || choices.includes(''))) {
    throw new BlockError(
      listed.at,
      `write 2 to ${LIMITS.choices} choices, as in choices: 2 | 4 | 8`,
    );
  }
  const hints = found.filter((e) => e.key === 'hint');
  const extra = hints[LIMITS.hints];
  if (extra) throw new BlockError(extra.at, `a guess has at most ${LIMITS.hints} hints`);
  return {
    question,
    take,
    name: name?.value ?? '',
    unit: onlyLine('unit')?.value ?? '',
    choices,
    near: share ? Number(share[1]) / 100 : 0,
    hints: hints.map((h) => h.value),
    given: found.filter((e) => e.key === 'given').map((e) => e.value),
    mistakes: found
      .filter((e) => e.key === 'mistake')
      .map(({ at, value }) => parseMistake(at, value, choices)),
  };
}
