import { expect, test } from 'vitest';
import { DEFAULTS, chosenOf, queryOf } from './settings';

test('a link carries what was chosen, and nothing of what was not', () => {
  expect(queryOf(DEFAULTS)).toBe('');
  const chosen = { ...DEFAULTS, goal: 'size' as const, rows: 5_000_000, server: '17' };
  expect(queryOf(chosen)).toBe('?goal=size&rows=5000000&server=17');
  expect(chosenOf(queryOf(chosen))).toEqual(chosen);
});

test('what makes no sense in a link is as by default', () => {
  expect(chosenOf('?goal=fast&rows=-1&server=9&sampleRows=x&preset=y')).toEqual(DEFAULTS);
});
