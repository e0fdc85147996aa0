// Posters: the colours of the page's own tokens, plain SVG, and what the step left in it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Tape } from '../../timeline/tape';
import { coloursOf } from './colours';
import { fitted } from '../../layout/fitted-text';
import { Pen } from './svg-pen';
import { poster } from './poster';
import { drawResult } from './result';

const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

test('colours are those of the theme, mixed ones too', () => {
  const [light, dark] = [coloursOf(css, 'light'), coloursOf(css, 'dark')];
  expect([light('paper'), dark('paper')]).toEqual(['#f8f4ec', '#15171b']);
  expect(light('draw-toasted')).toBe(light('toast-2'));
  expect(light('draw-header')).toMatch(/^#[\da-f]{6}$/);
  expect(() => light('shadow')).toThrow('shadow');
});

test('cells side by side are one line, and text is only text', () => {
  const pen = new Pen(coloursOf(css, 'light'));
  pen.cells(
    [0, 10, 20, 40].map((x) => ({ x, y: 0, width: 8, height: 6 })),
    2,
    'heap-3',
  );
  pen.text(1, 2, '<script>&"', 'ink');
  const svg = pen.svg(100, 50, 'a < b');
  expect(svg).toContain('d="M0 3h28M40 3h8"');
  expect(svg).toContain('&lt;script&gt;&amp;&quot;');
  expect(svg).not.toMatch(/<script|<style|href/);
});

test('text has the room that it has', () => {
  expect(fitted('pg_toast_16384', 100, 10)).toBe('pg_toast_…');
  expect(fitted('pg', 100, 10)).toBe('pg');
  expect(fitted('pg_toast', 20, 10)).toBe('');
});

test('before anything ran the poster says so', () => {
  const rest = { title: 'A step', lesson: 'A lesson', tape: new Tape(), ran: [], plan: null };
  const svg = poster({ ...rest, row: null, page: null }, coloursOf(css, 'dark'));
  expect(svg).toContain('Nothing is stored yet');
  expect(svg).toContain('A lesson: A step');
  expect(svg).toContain('PostgreSQL 15.18');
});

test('where there is no table the answer is drawn, with the rows that have room', () => {
  const pen = new Pen(coloursOf(css, 'light'));
  const rows = Array.from({ length: 14 }, (_, i) => [`toaster ${i}`, i === 1 ? null : 'handler']);
  drawResult(pen, { kind: 'rows', columns: ['name', 'by'], rows, count: 14 }, 920, 540);
  const svg = pen.svg(960, 540, 'a step');
  expect(svg).toContain('The answer, 14 rows');
  expect(svg).toContain('>NULL<');
  expect(svg).toContain('toaster 11');
  expect(svg).not.toContain('toaster 12');
});
