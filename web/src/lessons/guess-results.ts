// All guesses of a lesson beside their answers, which its end shows.
import { judge, remark, withUnit, typedNumber, type Value } from './answer';
import { drawnGuess } from './drawn-guess';
import type { Guess, Lesson, UsualMistake } from './format';
import { whyWrong } from './mistakes';
import { readOutcome } from './outcome';
import type { KeptRun } from './run.svelte';

/** A guess that the reader made, with the answer, for the end of the lesson. */
export interface GuessWithAnswer {
  /** From 0. */
  step: number;
  question: string;
  /** In numbers or words, with its unit, beside the answer; null for a line that was drawn. */
  said: { guess: string; answer: string } | null;
  right: boolean;
  /** How far off it was, in words. */
  remark: string;
  /** Why, where it is a usual mistake. */
  why: string;
}

/** What was guessed, with its unit. */
const guessText = (said: string, { choices, unit }: Guess) =>
  choices.length > 0 ? said : withUnit(typedNumber(said) ?? said, unit);

/**
 * The guesses beside their answers, in the order of the steps; a question without a guess or an answer is left
 * out.
 */
export function guessResults(
  lesson: Lesson,
  { said, done }: KeptRun,
  mistakes: readonly UsualMistake[][][],
): GuessWithAnswer[] {
  const all = new Map(said);
  const values = new Map<string, Value>();
  const found: GuessWithAnswer[] = [];
  for (const { step, printed } of done.toSorted((a, b) => a.step - b.step)) {
    const lessonStep = lesson.steps[step];
    if (!lessonStep) continue;
    const { answers, results } = readOutcome(lessonStep, printed, values);
    for (const [i, guess] of lessonStep.guesses.entries()) {
      const own = all.get(`${step}.${i}`)?.trim() ?? '';
      const answer = answers.get(guess);
      if (!own || !answer || !('value' in answer)) continue;
      const { value } = answer;
      const verdict = judge(guess, own, value);
      const usual = verdict === 'off' ? (mistakes[step]?.[i] ?? []) : [];
      found.push({
        step,
        question: guess.question,
        said: { guess: guessText(own, guess), answer: withUnit(value, guess.unit) },
        right: verdict !== 'off',
        remark: remark(guess, verdict, own, value),
        why: whyWrong(usual, guess, own, value, values),
      });
    }
    const drawing = all.get(`${step}.drawn`);
    if (!lessonStep.sketch || !lessonStep.chart || !drawing) continue;
    const drawn = drawnGuess(lessonStep.sketch, drawing, lessonStep.chart, results);
    if (drawn) found.push({ step, question: lessonStep.sketch.question, said: null, ...drawn });
  }
  return found;
}
