import { expect, test } from 'vitest';
import { PARAMS, readParams, readSearch, searchOf, valuesOf, type Param } from './params';

const otherwise = readSearch('').params;

test('what holds without a parameter is well formed, and each name stands once', () => {
  expect(readSearch('').faults).toEqual([]);
  expect(Object.keys(otherwise)).toEqual(PARAMS.map(({ name }) => name));
  expect(new Set(PARAMS.map(({ name }) => name)).size).toBe(PARAMS.length);
  for (const param of PARAMS as readonly Param[]) expect(valuesOf(param)).not.toBe('');
});

test('names and values that were published first still hold', () => {
  const { params, faults } = readSearch('?lesson=curse&step=4&theme=dark&controls=0');
  expect(faults).toEqual([]);
  expect(params).toEqual({
    ...otherwise,
    lesson: 'curse',
    step: 4,
    theme: 'dark',
    controls: 'none',
  });
  expect(readSearch('?controls=1').params.controls).toBe('full');
});

test('what cannot be meant is left out, and told', () => {
  const { params, faults } = readSearch('?step=-1&theme=<b>&scale=9&speed=3&autoplay=no&view=');
  expect(params).toEqual(otherwise);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    '“step”',
    '“view”',
    '“scale”',
    '“theme”',
    '“autoplay”',
    '“speed”',
  ]);
  expect(faults[3]).toBe('“theme” is light, dark, auto, not “<b>”.');
});

test('an attribute without a value switches on', () => {
  const given = new Map([
    ['autoplay', ''],
    ['editable', 'false'],
    ['speed', ' 0.5 '],
  ]);
  const { params } = readParams((name) => given.get(name) ?? null);
  expect(params).toMatchObject({ autoplay: true, editable: false, speed: 0.5 });
});

test('an address names what is not so anyway, and is read again as it was meant', () => {
  const given = new Map([
    ['lesson', 'curse'],
    ['step', '0'],
    ['view', 'row'],
    ['scale', '1.5'],
    ['no such', 'x'],
  ]);
  expect(searchOf(given)).toBe('lesson=curse&view=row&scale=1.5');
  const sql = "SELECT 'a&b=#';";
  expect(readSearch(searchOf(new Map([['script', sql]]))).params.script).toBe(sql);
});
