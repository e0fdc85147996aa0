// What the answer to each guess follows from: words that a learner has read before it, named in its `given:` lines.
// Where there are none, the learner can only guess, and the step says so.
import { describe, expect, test } from 'vitest';
import { lessonOf, shippedIds } from './testing.mjs';

/** A text as it is read: no marks, one blank where there are several. */
const plain = (text) =>
  text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[*`[\]]/g, '')
    .replace(/\s+/g, ' ');

const asked = ({ guesses, sketch }) => [...guesses, ...(sketch ? [sketch] : [])];

/** The text that is read before a step's questions are answered; of earlier steps also the text after their run. */
function readBefore(steps, index) {
  const earlier = steps
    .slice(0, index)
    .flatMap((step) => [step.before, step.sql, ...asked(step).map((g) => g.question), step.after]);
  const { before, recall } = steps[index];
  return plain([...earlier, recall?.why ?? '', before].join('\n'));
}

const guesses = shippedIds.flatMap((id) => {
  const { steps } = lessonOf(id);
  return steps.flatMap((step, i) =>
    asked(step).map((guess) => ({
      id,
      title: step.title,
      guess,
      text: readBefore(steps, i),
      own: plain(step.before),
    })),
  );
});

describe.each(guesses)(
  '$id, $title: $guess.question',
  ({ guess: { given, question }, text, own }) => {
    test('follows from words that stand before it', () => {
      expect(given.length).toBeGreaterThan(0);
      if (given.includes('nothing')) {
        expect(given).toEqual(['nothing']);
        expect(own).toContain('wild guess');
        return;
      }
      const missing = given.filter((words) => !`${text} ${question}`.includes(words));
      expect(missing).toEqual([]);
    });
  },
);

test('a wild guess is rare', () => {
  const wild = guesses.filter(({ guess }) => guess.given.includes('nothing'));
  expect(wild.length).toBeLessThan(guesses.length / 40);
});
