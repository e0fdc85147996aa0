import { expect, test } from 'vitest';
import { lessonOfScript } from './script';
import { thingOf } from './thing';

const steps = (text: string) => lessonOfScript(text).steps.map(({ sql }) => sql);

test('each statement of a script is a step, with the comments before it', () => {
  expect(steps("CREATE TABLE t (a text);\n-- one\nINSERT INTO t VALUES (';');")).toEqual([
    'CREATE TABLE t (a text);',
    "-- one\nINSERT INTO t VALUES (';');",
  ]);
  expect(lessonOfScript('SELECT\n  1;').steps[0]?.title).toBe('SELECT 1;');
});

test('data that follows a COPY stays with it; many statements begin together', () => {
  const copy = 'CREATE TABLE t (a int);\nCOPY t FROM stdin;\n1;\n\\.\nSELECT 1;';
  expect(steps(copy)).toEqual([copy]);
  const many = steps('SELECT 1;\n'.repeat(100));
  expect(many).toHaveLength(60);
  expect(many.join('').match(/SELECT/g)).toHaveLength(100);
});

test('nothing, and too much, is refused in words', () => {
  expect(() => lessonOfScript(' \n')).toThrow('The script is empty.');
  expect(() => lessonOfScript('x'.repeat(300_000))).toThrow('longer');
});

test('things are named as in a lesson', () => {
  expect(thingOf('t')).toEqual({ relation: { name: 't', part: 'itself' }, block: 0, item: 0 });
  expect(thingOf('t toast index/2/3')).toEqual({
    relation: { name: 't', part: 'toast index' },
    block: 2,
    item: 3,
  });
  expect(thingOf('t toast/1')?.relation).toEqual({ name: 't', part: 'toast' });
  expect(thingOf('t/x')).toBeNull();
  expect(thingOf('')).toBeNull();
});
