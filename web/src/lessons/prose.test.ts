import { expect, test } from 'vitest';
import { prose, safeLink } from './prose';

const said = (markdown: string) => JSON.stringify(prose(markdown));

test('values stand out from the text they are put into', () => {
  expect(prose('It is **{n}**, or `{x} B`.')).toEqual([
    {
      kind: 'paragraph',
      inner: [
        { kind: 'text', text: 'It is ' },
        { kind: 'strong', inner: [{ kind: 'value', name: 'n' }] },
        { kind: 'text', text: ', or ' },
        {
          kind: 'code',
          inner: [
            { kind: 'value', name: 'x' },
            { kind: 'text', text: ' B' },
          ],
        },
        { kind: 'text', text: '.' },
      ],
    },
  ]);
});

test('HTML stays text', () => {
  const html =
    '<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b\n\n<iframe src="https://x.org">';
  const kinds = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value && typeof value === 'object') {
      if ('kind' in value) kinds.add(String(value.kind));
      Object.values(value).forEach(walk);
    }
  };
  walk(prose(html));
  expect([...kinds].toSorted()).toEqual(['paragraph', 'text']);
});

test('links lead to the web, to a view of this page, or nowhere', () => {
  expect(safeLink('#/archive')).toBe('#/archive');
  expect(safeLink('#/versions/freeze_plans')).toBe('#/versions/freeze_plans');
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.org/1',
    '//x.org',
    '../secret',
    '#s=packed',
    '',
  ]) {
    expect(safeLink(href), href).toBeNull();
    expect(said(`[a](<${href}>)`)).not.toContain('"href"');
  }
  expect(said('[a](https://www.postgresql.org/docs/)')).toContain('"href"');
});

test('a picture is a link: nothing is loaded from elsewhere', () => {
  expect(prose('![a page](https://x.org/p.png)')).toEqual([
    {
      kind: 'paragraph',
      inner: [
        { kind: 'link', href: 'https://x.org/p.png', inner: [{ kind: 'text', text: 'a page' }] },
      ],
    },
  ]);
});

test('words lead to a thing that can be drawn, and to no other', () => {
  expect(prose('[the *pointer*](#pointer)')).toEqual([
    {
      kind: 'paragraph',
      inner: [
        {
          kind: 'thing',
          thing: 'pointer',
          inner: [
            { kind: 'text', text: 'the ' },
            { kind: 'em', inner: [{ kind: 'text', text: 'pointer' }] },
          ],
        },
      ],
    },
  ]);
  for (const name of ['dragon', 'toString', '__proto__', '']) {
    expect(said(`[a](#${name})`)).not.toContain('"thing"');
  }
});

test('what is nested without end neither ends the page nor is followed far', () => {
  for (const text of [
    '> '.repeat(4000) + 'x',
    '- '.repeat(2000) + 'x',
    '*'.repeat(8000),
    '['.repeat(8000),
  ]) {
    const start = performance.now();
    expect(said(text).length).toBeLessThan(100_000);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});
