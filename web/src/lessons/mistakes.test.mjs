// The usual wrong answers of the lessons: each is wrong, each is recognised, and none is hidden by another. Also how
// many there are, since a question without them teaches less.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fill, judge, valueText } from './answer';
import { numberOf, whyWrong } from './mistakes';
import { namesIn, evaluate } from './arithmetic';
import { lessonOf, recordedAt, recordedSteps, settled, shippedIds } from './testing.mjs';

const lessons = shippedIds.map((id) => ({ id, lesson: lessonOf(id) }));

/** What somebody types who makes a mistake: its number, or one beyond it. */
function saidFor(mistake, guess, answer, values) {
  if (guess.choices.length > 0) return [mistake.value];
  const number = numberOf(mistake, answer, values);
  expect(Number.isFinite(number), `${guess.line}: ${mistake.value}`).toBe(true);
  if (mistake.operator === '=')
    return [String(Math.abs(number) < 20 ? number : Math.round(number))];
  // Far beyond, and not at the number of another mistake.
  const far = mistake.operator === '>' ? [7.3, 41.7, 97.3] : [0.31, 0.13, 0.017];
  return far.map((times) => String(Math.max(number, 1) * times));
}

describe.each(lessons)('$id', ({ id, lesson }) => {
  const printed = recordedSteps(lesson, readFileSync(recordedAt(id, 'out'), 'utf8'));
  const { outcomes, values } = settled(lesson, printed);
  const guesses = lesson.steps.flatMap(({ guesses }, i) =>
    guesses.map((guess) => ({
      guess,
      question: guess.question,
      answer: outcomes[i].answers.get(guess).value,
    })),
  );

  test.each(guesses)('$question', ({ guess, answer }) => {
    expect(guess.mistakes.length).toBeGreaterThan(0);
    for (const mistake of guess.mistakes) {
      const told = fill(mistake.why, values);
      expect(told).not.toContain('…');
      expect(told).toMatch(/[.?]$/);
      const said = saidFor(mistake, guess, answer, values);
      const where = `${id}:${guess.line} ${mistake.operator} ${mistake.value}`;
      const whys = said.map((one) => whyWrong(guess.mistakes, guess, one, answer, values));
      expect(whys, where).toContain(told);
      const off = said.filter((one) => judge(guess, one, answer) === 'off');
      expect(off.length, `${where} is not right: ${valueText(answer)}`).toBeGreaterThan(0);
    }
  });
});

const steps = lessons.flatMap(({ lesson }) => lesson.steps);
const asks = ({ guesses, sketch }) => guesses.length > 0 || sketch !== null;

test.each([
  ['tells something', ({ exercise }) => !exercise],
  ['plays something, an exercise too', ({ sql, stage }) => sql !== '' && !stage?.play?.nothing],
])('a step that %s asks before it does, in 85 of 100 steps', (_, which) => {
  const all = steps.filter(which);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(asks).length / all.length).toBeGreaterThanOrEqual(0.85);
});

test('a line that is drawn has its usual mistakes, each of a shape of its own', () => {
  const sketches = steps.flatMap(({ sketch }) => (sketch ? [sketch] : []));
  expect(sketches.length).toBeGreaterThan(0);
  for (const { question, mistakes } of sketches) {
    expect(mistakes.length, question).toBeGreaterThan(1);
    expect(new Set(mistakes.map(({ shape }) => shape)).size, question).toBe(mistakes.length);
    for (const { why } of mistakes) expect(why).toMatch(/\.$/);
  }
});

test('expressions are evaluated in their usual order, and what is none is refused', () => {
  const valueOf = (name) => ({ a: 10, b: 4 })[name];
  expect(evaluate('a + b * 2', valueOf)).toBe(18);
  expect(evaluate('(a + b) * 2 / 7 - 1.5', valueOf)).toBe(2.5);
  expect(evaluate(' 18 ', valueOf)).toBe(18);
  for (const bad of ['', 'a +', '(a', 'a b', 'a ? b', '1 2', ')']) {
    expect(evaluate(bad, valueOf), bad).toBeNull();
  }
  expect(namesIn('a + 2 * (b - a)')).toEqual(['a', 'b', 'a']);
  expect(namesIn('a !')).toBeNull();
});

test('the first mistake that fits is told: a number, what is above it, or a choice', () => {
  const number = { choices: [], near: 0 };
  const mistakes = [
    { operator: '=', value: 'rows * 2', why: 'Twice {rows}.' },
    { operator: '>', value: 'answer', why: 'More.' },
  ];
  const why = (said) => whyWrong(mistakes, number, said, 50, new Map([['rows', 40]]));
  expect(['80', '80.5', '79', '90', '30', ''].map(why)).toEqual([
    ...['Twice 40.', 'Twice 40.', 'More.', 'More.', '', ''],
  ]);
  const choice = [{ operator: '=', value: 'no', why: 'It is.' }];
  const choices = { choices: ['yes', 'no'], near: 0 };
  expect(whyWrong(choice, choices, 'no', 'yes', new Map())).toBe('It is.');
  expect(whyWrong(choice, choices, 'yes', 'yes', new Map())).toBe('');
});
