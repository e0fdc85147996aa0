import { expect, test } from 'vitest';
import { lessonHash, presentHash } from '../lessons/lesson-entry';
import { routeOf } from './route';

test('addresses lead where they say', () => {
  expect(routeOf('', '')).toEqual({ kind: 'start' });
  expect(routeOf('', '#/console')).toEqual({ kind: 'console' });
  expect(routeOf('', '#/archive')).toEqual({ kind: 'archive' });
  expect(routeOf('', '#/strategies')).toEqual({ kind: 'strategies' });
  expect(routeOf('', '#/compression')).toEqual({ kind: 'compression' });
  expect(routeOf('', '#/text')).toEqual({ kind: 'text' });
  expect(routeOf('', '#/append')).toEqual({ kind: 'append' });
  expect(routeOf('', '#/clients')).toEqual({ kind: 'clients' });
  expect(routeOf('', '#/depth')).toEqual({ kind: 'depth' });
  expect(routeOf('', '#/whole')).toEqual({ kind: 'whole' });
  expect(routeOf('', '#/compare')).toEqual({ kind: 'compare' });
  // What follows a page's name is the page's own.
  expect(routeOf('', '#/versions/prune_records')).toEqual({ kind: 'versions' });
  expect(routeOf('', '#/versionsx')).toEqual({ kind: 'start' });
  expect(routeOf('', '#/review')).toEqual({ kind: 'review' });
  expect(routeOf('', '#/segment')).toEqual({ kind: 'segment' });
  expect(routeOf('', lessonHash('curse', 3))).toEqual({ kind: 'lesson', id: 'curse', step: 3 });
  expect(routeOf('', '#/lesson/curse')).toEqual({ kind: 'lesson', id: 'curse', step: 0 });
  expect(routeOf('?lesson=curse&step=2', '')).toEqual({ kind: 'lesson', id: 'curse', step: 1 });
  expect(routeOf('?lesson=https://x.org/a.md', '')).toEqual({
    kind: 'address',
    address: 'https://x.org/a.md',
    step: 0,
  });
  expect(routeOf('', '#s=abc')).toEqual({ kind: 'session', packed: 'abc' });
  expect(routeOf('', '#l=')).toEqual({ kind: 'carried', packed: '' });
  expect(routeOf('', presentHash('curse', 3, ''))).toEqual({
    kind: 'lesson',
    id: 'curse',
    step: 3,
    present: true,
  });
  expect(routeOf('', presentHash('', 3, '#l=abc'))).toEqual({
    kind: 'carried',
    packed: 'abc',
    present: true,
  });
  const open = presentHash('', 0, '');
  expect(routeOf('', open)).toEqual({ kind: 'present' });
  expect(routeOf('?lesson=https://x.org/a.md', open)).toMatchObject({
    kind: 'address',
    present: true,
  });
  // The fragment is where one went last; the query only says how one came.
  expect(routeOf('?lesson=curse', '#/console')).toEqual({ kind: 'console' });
  expect(routeOf('', '#/lesson/../x')).toEqual({ kind: 'start' });
});
