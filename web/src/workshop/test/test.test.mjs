// The test before and after a course: its answers are the engine's, and its files are checked.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { takeValue } from '../../lessons/answer';
import { LESSONS } from '../../lessons/list';
import { parse } from '../../lessons/parse';
import { readResults } from '../../lessons/psql-output';
import { engineModule, newEngine } from '../../lessons/testing.mjs';
import { fileName, readResult, rightOf, summaryOf, resultText } from './results';

const { lesson } = parse(readFileSync(new URL('questions.md', import.meta.url), 'utf8'));
const questions = lesson.steps.map(({ recall }) => recall);

test('there are eight questions, each of a lesson, and nobody can guess them all alike', () => {
  expect(questions.length).toBe(8);
  const ids = LESSONS.map(({ id }) => id);
  for (const { from } of questions) expect(ids).toContain(from);
  const places = questions.map(({ choices, is }) => choices.indexOf(is));
  expect(new Set(places).size).toBeGreaterThan(3);
});

describe.each(questions)('$question', (recall) => {
  test('is answered by the engine as it is told', { timeout: 120_000 }, () => {
    expect(engineModule()).toBe(true);
    const engine = newEngine();
    engine.begin('test.sql', 0);
    const printed = [...recall.proof.split('\n').map((line) => engine.line(line)), engine.finish()];
    const results = readResults(printed.join(''));
    expect(results.errors).toEqual([]);
    expect(String(takeValue(recall.take, results, new Map()))).toBe(recall.is);
  });
});

const result = (when, right) => ({
  when,
  name: 'Ada',
  answers: questions.map((_, i) => ({ said: 'x', right: i < right })),
});

test('a result is a file, and comes back whole', () => {
  const one = result('before', 3);
  expect(readResult(resultText(one), 8)).toEqual(one);
  expect(rightOf(one)).toBe(3);
  expect(fileName({ ...one, name: 'Ada ../L' })).toBe('toastscope-test-Ada-L-before.json');
});

test('a file that is none is refused in words', () => {
  const bad = (text) => () => readResult(text, 8);
  expect(bad('x')).toThrow('not JSON');
  expect(bad('null')).toThrow('not a result');
  expect(bad('{"kind": "toastscope progress"}')).toThrow('not a result');
  expect(bad(resultText(result('before', 1)).replace('1,', '2,'))).toThrow('another Toastscope');
  expect(bad(resultText({ ...result('later', 1) }))).toThrow('damaged');
  expect(bad(resultText({ ...result('before', 1), answers: [] }))).toThrow('damaged');
  expect(bad(resultText({ ...result('before', 1), name: 'x'.repeat(30_000) }))).toThrow('larger');
});

test('many results are counted by question', () => {
  const all = [result('before', 2), result('before', 4), result('after', 8)];
  expect(summaryOf(all, 'before', 8)).toEqual({
    count: 2,
    right: [2, 2, 1, 1, 0, 0, 0, 0],
    mean: 3,
  });
  expect(summaryOf(all, 'after', 8).mean).toBe(8);
  expect(summaryOf([], 'after', 8)).toEqual({ count: 0, right: Array(8).fill(0), mean: 0 });
});
