import { expect, test } from 'vitest';
import { asked, embedParams } from './params';

test('what the address asks for', () => {
  expect(embedParams('?lesson=curse&step=4&theme=dark&controls=0')).toEqual({
    lesson: 'curse',
    step: 3,
    theme: 'dark',
    controls: false,
  });
  expect(embedParams('?step=-1&theme=<b>')).toEqual({
    lesson: '',
    step: 0,
    theme: 'auto',
    controls: true,
  });
});

test('only well-formed messages are heard', () => {
  expect(asked({ target: 'toastscope', type: 'step', step: 2, more: 1 })).toEqual({
    type: 'step',
    step: 2,
  });
  expect(asked({ target: 'toastscope', type: 'next' })).toEqual({ type: 'next' });
  for (const other of [
    null,
    'next',
    { type: 'next' },
    { target: 'toastscope', type: 'step', step: '2' },
    { target: 'toastscope', type: 'step', step: 0 },
    { target: 'toastscope', type: 'sql', sql: 'DROP' },
    { target: 'toastscope', type: 'theme', theme: 'x' },
  ]) {
    expect(asked(other)).toBeNull();
  }
});
