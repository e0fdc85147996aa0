import { expect, test } from 'vitest';
import type { ParamName } from '../element/params';
import { snippet, type Size } from './snippets';

const about = (size: Size = { width: 0, height: 0 }) => ({
  folder: 'https://toast.example/',
  size,
  lesson: 'Anatomy of a pointer',
  steps: 4,
});
const chosen = new Map<ParamName, string>([
  ['step', '2'],
  ['lesson', 'pointer'],
  ['controls', 'none'],
]);

test('an element has what was chosen in the order of the table', () => {
  const text = snippet('element', chosen, about());
  expect(text).toContain('src="https://toast.example/toast-scope.js"');
  expect(text).toContain('<toast-scope lesson="pointer" step="2" controls="none"></toast-scope>');
});

test('a frame names its size and what it shows', () => {
  const text = snippet('iframe', chosen, about({ width: 1280, height: 720 }));
  expect(text).toContain('embed.html?lesson=pointer&amp;step=2&amp;controls=none"');
  expect(text).toContain('title="Anatomy of a pointer, step 2"');
  expect(text).toContain('width="1280" height="720"');
});

test('on slides the steps from the chosen one on take a click each', () => {
  expect(snippet('reveal.js', chosen, about())).toContain('data-steps="2-4"');
  expect(snippet('Slidev', chosen, about())).toContain(
    '<Toastscope lesson="pointer" controls="none" steps="2-4" />',
  );
});

test('what is written cannot leave its quotes', () => {
  const sql = new Map<ParamName, string>([['script', `SELECT '"><script>' & 1`]]);
  expect(snippet('element', sql, about())).toContain(
    `script="SELECT '&quot;>&lt;script>' &amp; 1"`,
  );
});

test('a picture leads to its step', () => {
  expect(snippet('Markdown', chosen, about())).toBe(
    '[![Anatomy of a pointer, step 2](https://toast.example/recorded/pointer/2.light.svg)](https://toast.example/#/lesson/pointer/2)',
  );
});
