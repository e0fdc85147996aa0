import { expect, test } from 'vitest';
import { search } from './find';

const names = (asked: string) => search(asked).map(({ name }) => name);

test('a name that begins with what was asked comes first', () => {
  expect(names('toast_t')[0]).toBe('toast_tuple_target');
  expect(names('pglz')[0]).toBe('pglz and lz4');
  expect(names('INDEX')[0]).toBe('Index depth');
});

test('lessons, labs, tools and terms are found, by what is said of them too', () => {
  expect(new Set(search('compress').map(({ kind }) => kind))).toEqual(
    new Set(['Lesson', 'Lab', 'Tool', 'Term']),
  );
  expect(names('pgbench many')).toEqual(['Clients lab']);
  expect(names('your own')).toContain('Your own table');
  expect(names('row is too big')).toContain('Symptoms');
  expect(names('What changes from 15 to 18')).toEqual(['Versions']);
});

test('nothing is found for what is not there, and all is there before anything is asked', () => {
  expect(search('xyzzy')).toEqual([]);
  expect(search('  ').length).toBeGreaterThan(80);
});
