// What the second window shows of a presentation.
import { withUnit } from '../lessons/answer';
import type { Block } from '../lessons/prose';
import type { Presentation } from './presentation.svelte';
import type { SpeakerState } from './speaker-window';

/** The state of the presentation, for the speaker's window. */
export function speakerState(at: Presentation, notes: readonly Block[][]): SpeakerState {
  const { run } = at;
  const { lesson, step, index } = run;
  const following = lesson.steps[index + 1];
  return {
    lesson: lesson.title,
    minutes: lesson.minutes,
    title: step.title,
    step: index + 1,
    of: lesson.steps.length,
    beat: at.beat,
    notes: notes[index] ?? [],
    values: [...run.values],
    questions: step.guesses.map((guess) => {
      const value = run.resultOf(guess)?.value ?? null;
      const answer = value === null ? '' : withUnit(value, guess.unit);
      return { question: guess.question, answer };
    }),
    next: following
      ? { title: following.title, words: following.prose.before, sql: following.sql }
      : null,
    black: at.black,
    began: at.began,
  };
}
