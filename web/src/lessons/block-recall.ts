// The block recall: a question from an earlier lesson, with the answer that its proof must give.
import { BlockError, WAYS, entries, parseTake } from './blocks';
import { LIMITS } from './bounds';
import type { Recall } from './format';

const KEYS = ['from', 'answer', 'is', 'choices', 'unit', 'near', 'why'];

/**
 * Parses a recall question, whose answer is in the block. The SQL that proves it is another block. Throws a
 * `BlockError` if it is not valid.
 */
export function parseRecall(lines: string[]): Omit<Recall, 'line' | 'proof'> {
  const { other, onlyLine } = entries(lines, KEYS, 'recall');
  const question = other.map((o) => o.text).join(' ');
  if (!question) throw new BlockError(0, 'a recall block starts with its question');
  /** The line with this word in front, which must be there. */
  const requiredLine = (key: string) => {
    const found = onlyLine(key);
    if (!found) throw new BlockError(0, `a recall block needs “${key}:”`);
    return found;
  };
  const how = requiredLine('answer');
  const take = parseTake(how.value);
  if (!take) throw new BlockError(how.at, `“${how.value}” is not understood; ${WAYS}`);
  const listed = onlyLine('choices');
  const choices = listed ? listed.value.split('|').map((choice) => choice.trim()) : [];
  const is = requiredLine('is');
  if (choices.length > LIMITS.choices || choices.includes(''))
    throw new BlockError(listed?.at ?? 0, `write 2 to ${LIMITS.choices} choices`);
  if (listed ? !choices.includes(is.value) : Number.isNaN(Number(is.value)))
    throw new BlockError(is.at, '“is:” is a number, or one of the choices');
  const near = onlyLine('near');
  const share = near ? /^(\d{1,2})\s*%$/.exec(near.value) : null;
  if (near && !share) throw new BlockError(near.at, 'write “near:” in per cent, as in near: 10%');
  return {
    question,
    from: requiredLine('from').value,
    take,
    is: is.value,
    choices,
    unit: onlyLine('unit')?.value ?? '',
    near: share ? Number(share[1]) / 100 : 0,
    why: requiredLine('why').value,
  };
}
