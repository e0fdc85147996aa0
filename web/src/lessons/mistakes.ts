// Finds which usual mistake a wrong answer is, and the sentence that says why it is wrong.
import { fill, typedNumber, type Value, type Values } from './answer';
import type { Guess, Lesson, UsualMistake } from './format';
import { evaluate } from './arithmetic';

/** A number counts as a mistake's when it is no further from it than this share. */
const AROUND = 0.01;

/** The number by which a mistake is recognised, computed from the answer and the values. */
export const numberOf = ({ value }: UsualMistake, answer: Value, values: Values) =>
  evaluate(value, (name) => Number(name === 'answer' ? answer : values.get(name)));

/** Whether an answer is this mistake. */
function fits(mistake: UsualMistake, guess: Guess, said: string, answer: Value, values: Values) {
  if (guess.choices.length > 0) return said.trim() === mistake.value;
  const number = numberOf(mistake, answer, values);
  const own = typedNumber(said);
  if (own === null || number === null) return false;
  if (mistake.operator === '<') return own < number;
  if (mistake.operator === '>') return own > number;
  return Math.abs(own - number) <= AROUND * Math.abs(number);
}

/** The reason of the usual mistake that a guess makes; empty if it is none. */
export function whyWrong(
  mistakes: readonly UsualMistake[],
  guess: Guess,
  said: string,
  answer: Value,
  values: Values,
): string {
  const found = mistakes.find((one) => fits(one, guess, said, answer, values));
  return found ? fill(found.why, values) : '';
}

const shipped = import.meta.glob<UsualMistake[][][]>('./*/lesson.md', {
  query: '?mistakes',
  import: 'default',
});

/** The usual mistakes of a lesson, by step and guess; a lesson from elsewhere contains its own. */
export async function mistakesOf({ id, steps }: Lesson): Promise<UsualMistake[][][]> {
  const found = id ? await shipped[`./${id}/lesson.md`]?.() : null;
  return found ?? steps.map((step) => step.guesses.map((guess) => guess.mistakes ?? []));
}
