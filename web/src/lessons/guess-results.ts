// All guesses of a lesson beside their answers, for its end.
import { judge, remark, withUnit, typed, type Value, type Verdict } from './answer';
import type { Guess, Lesson, UsualMistake } from './format';
import { whyWrong } from './mistakes';
import { readOutcome } from './outcome';
import type { KeptRun } from './run.svelte';

export interface GuessWithAnswer {
  /** From 0. */
  step: number;
  question: string;
  /** With its unit, as the answer is. */
  said: string;
  answer: string;
  verdict: Verdict;
  /** How far off it was, in words. */
  remark: string;
  /** Why, where it is a usual mistake. */
  why: string;
}

const told = (said: string, { choices, unit }: Guess) =>
  choices.length > 0 ? said : withUnit(typed(said) ?? said, unit);

/** What was guessed, in the order of the steps; what was left open, or has no answer, is left out. */
export function guessResults(
  lesson: Lesson,
  { said, done }: KeptRun,
  mistakes: readonly UsualMistake[][][],
): GuessWithAnswer[] {
  const all = new Map(said);
  const values = new Map<string, Value>();
  const found: GuessWithAnswer[] = [];
  for (const { step, printed } of done.toSorted((a, b) => a.step - b.step)) {
    const of = lesson.steps[step];
    if (!of) continue;
    const { answers } = readOutcome(of, printed, values);
    for (const [i, guess] of of.guesses.entries()) {
      const own = all.get(`${step}.${i}`)?.trim() ?? '';
      const answer = answers.get(guess);
      if (!own || !answer || !('value' in answer)) continue;
      const { value } = answer;
      const verdict = judge(guess, own, value);
      const usual = verdict === 'off' ? (mistakes[step]?.[i] ?? []) : [];
      found.push({
        step,
        question: guess.question,
        said: told(own, guess),
        answer: withUnit(value, guess.unit),
        verdict,
        remark: remark(guess, verdict, own, value),
        why: whyWrong(usual, guess, own, value, values),
      });
    }
  }
  return found;
}
