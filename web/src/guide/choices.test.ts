import { expect, test } from 'vitest';
import type { ParamName } from '../element/params';
import { offeredViews } from './choices';

const ALL = ['stage', 'row', 'pages', 'chart', 'console', 'lab'];
const views = { curse: [['row', 'pages'], ['pages']] };
const viewsFor = (...chosen: [ParamName, string][]) => offeredViews(ALL, views, new Map(chosen));

test('a view is offered at a step that it shows something of, the stage and what needs no step always', () => {
  expect(viewsFor(['lesson', 'curse'])).toEqual(['stage', 'row', 'pages', 'console', 'lab']);
  expect(viewsFor(['lesson', 'curse'], ['step', '2'])).toEqual([
    'stage',
    'pages',
    'console',
    'lab',
  ]);
});

test('what is not recorded has all', () => {
  expect(viewsFor(['lesson', 'own'])).toEqual(ALL);
  expect(viewsFor(['lesson', 'curse'], ['script', 'SELECT 1'])).toEqual(ALL);
});
