// Courses are read with their faults, and those that come with the page have none. Progress is taken from whole files
// only.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lessonOf } from '../lessons/testing.mjs';
import { minutesOf, parseCourse, timed, timeOf } from './course';
import { merged, ProgressError, readProgress, progressText } from './progress';

const HEAD = '---\ntitle: T\nstarts: 9:30\n---\n\n';
const faults = (text) => parseCourse(text).faults.map(({ line, message }) => `${line}: ${message}`);
const block = (kind, lines) => `## P\n\n\`\`\`${kind}\n${lines}\n\`\`\`\n`;

test.each([
  ['half-day', 240],
  ['ninety-minutes', 90],
])('%s takes what it says, and its exercises are there', (name, minutes) => {
  const text = readFileSync(new URL(`courses/${name}.md`, import.meta.url), 'utf8');
  const { course } = parseCourse(text);
  expect(faults(text)).toEqual([]);
  const parts = timed(course, course.starts);
  expect(parts.at(-1).to - course.starts).toBe(minutes);
  for (const { kind, lesson } of parts.filter((part) => part.lesson)) {
    const { steps } = lessonOf(lesson);
    if (kind === 'exercise') expect(steps.some((step) => step.exercise)).toBe(true);
  }
});

test('a course is read with its times', () => {
  const { course } = parseCourse(
    `${HEAD}${block('lesson', 'lesson: curse\nminutes: 50')}\nWords.\n\n${block('break', 'minutes: 15')}`,
  );
  expect(timed(course, course.starts).map(({ from, kind }) => [timeOf(from), kind])).toEqual([
    ['9:30', 'lesson'],
    ['10:20', 'break'],
  ]);
  expect(course.parts[0].words).toHaveLength(1);
  expect(minutesOf('24:00')).toBe(null);
});

test('every fault is told with its line', () => {
  expect(faults('')).toEqual([
    '1: a course starts with a line ---, then title:, summary: and starts:, then ---',
    '1: a course has parts: each starts with ## and its title',
  ]);
  expect(faults(`${HEAD}${block('lesson', 'minutes: 5')}`)).toEqual([
    '9: a lesson block needs “lesson:”, as in lesson: curse',
  ]);
  expect(faults(`${HEAD}${block('lesson', 'lesson: javascript:1\nminutes: 5')}`)[0]).toMatch(
    /^9: there is no lesson “javascript:1”; there are ten-minutes, pages, /,
  );
  expect(faults(`${HEAD}${block('break', 'minutes: 0')}`)).toEqual([
    '9: “minutes:” is a number up to 240',
  ]);
  expect(faults(`${HEAD}## P\n\nWords.\n`)).toEqual([
    '6: “P” has no block that says what it is: lesson, exercise, break, talk',
  ]);
  expect(faults('x'.repeat(100_001))).toHaveLength(1);
});

test('progress comes back as it was, and adds up', () => {
  const mine = { finished: ['pages'], exercises: { pages: 'SELECT 1;' } };
  const other = { finished: ['pages', 'curse'], exercises: { pages: 'SELECT 2;', curse: 'X' } };
  expect(readProgress(progressText(mine))).toEqual(mine);
  expect(merged(mine, other)).toEqual({
    finished: ['pages', 'curse'],
    exercises: { pages: 'SELECT 1;', curse: 'X' },
  });
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'is not one that this page saved'],
  ['{"kind":"toastscope progress","version":2}', 'by a newer Toastscope'],
  ['{"kind":"toastscope progress","version":1,"finished":"x","exercises":{}}', 'is damaged'],
  [progressText({ finished: ['<b>'], exercises: {} }), 'is damaged'],
  [progressText({ finished: [], exercises: { curse: 'x'.repeat(5000) } }), 'is damaged'],
  [' '.repeat(500_000), 'larger than progress can be'],
])('a bad file is refused in words: %.40s', (text, why) => {
  expect(() => readProgress(text)).toThrow(ProgressError);
  expect(() => readProgress(text)).toThrow(why);
});
