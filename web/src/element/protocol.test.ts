import { expect, test } from 'vitest';
import { REQUEST_WORDS, MESSAGE_WORDS } from './messages';
import {
  readFrameRequest,
  MOST_SQL,
  stateOf,
  readFrameMessage,
  FRAME_MESSAGES,
  unreadableId,
} from './protocol';

const ask = (message: object) => readFrameRequest({ target: 'toastscope', ...message });

test('well-formed messages are heard, without what else they carry', () => {
  expect(ask({ type: 'step', step: 2, more: 1 })).toEqual({
    what: { type: 'step', step: 2 },
    id: undefined,
  });
  expect(ask({ type: 'next', version: 1, id: 7 })).toEqual({ what: { type: 'next' }, id: 7 });
  expect(ask({ type: 'run', sql: 'SELECT 1;' })?.what).toEqual({ type: 'run', sql: 'SELECT 1;' });
  const state = { step: 3, at: 40, length: 90, playing: false };
  expect(ask({ type: 'state', state: { ...state, html: '<b>' } })?.what).toEqual({
    type: 'state',
    state,
  });
  expect(ask({ type: 'state' })?.what).toEqual({ type: 'state' });
});

test('all else is not', () => {
  for (const other of [
    null,
    'next',
    [],
    { type: 'next' },
    { target: 'toastscope' },
    { target: 'toastscope', type: 'next', version: 2 },
    { target: 'toastscope', type: 'next', id: 'x' },
    { target: 'toastscope', type: 'step', step: '2' },
    { target: 'toastscope', type: 'step', step: 0 },
    { target: 'toastscope', type: 'step', step: 1.5 },
    { target: 'toastscope', type: 'sql', sql: 'DROP' },
    { target: 'toastscope', type: 'run', sql: ' ' },
    { target: 'toastscope', type: 'run', sql: 'x'.repeat(MOST_SQL + 1) },
    { target: 'toastscope', type: 'seek', at: -1 },
    { target: 'toastscope', type: 'seek', at: NaN },
    { target: 'toastscope', type: 'theme', theme: 'x' },
    { target: 'toastscope', type: 'speed', speed: Infinity },
    { target: 'toastscope', type: 'state', state: { step: 1 } },
    { target: 'toastscope', type: '__proto__' },
  ]) {
    expect(readFrameRequest(other)).toBeNull();
  }
  expect(stateOf({ step: 1, at: 0, playing: 'yes' })).toBeNull();
});

test('who waits for an answer to what makes no sense is known', () => {
  const run = { target: 'toastscope', type: 'run', sql: 'x'.repeat(MOST_SQL + 1) };
  expect(unreadableId({ ...run, id: 4 })).toBe(4);
  expect(unreadableId({ target: 'toastscope', type: 'step', step: 0, version: 2, id: 5 })).toBe(5);
  for (const other of [run, { ...run, id: 'x' }, { type: 'run', id: 4 }, 'run', null])
    expect(unreadableId(other)).toBeNull();
  expect(unreadableId({ target: 'toastscope', type: 'next', id: 4 })).toBeNull();
});

test('the page around hears frames of this version alone', () => {
  const ready = { source: 'toastscope', version: 1, type: 'ready' };
  expect(readFrameMessage(ready)).toEqual(ready);
  for (const other of [
    null,
    { ...ready, version: 2 },
    { ...ready, source: 'x' },
    { ...ready, type: 'toString' },
    { ...ready, type: 'height', height: '1px;}:host{display:none' },
    { ...ready, type: 'height', height: 1e9 },
    { ...ready, type: 'step', step: '../../elsewhere' },
  ]) {
    expect(readFrameMessage(other)).toBeNull();
  }
});

test('each message has its words', () => {
  expect(Object.keys(MESSAGE_WORDS).toSorted()).toEqual(FRAME_MESSAGES.toSorted());
  for (const type of Object.keys(REQUEST_WORDS)) {
    const whole = { type, step: 1, at: 0, sql: 'x', theme: 'dark', speed: 1 };
    expect(ask(whole)?.what.type).toBe(type);
  }
});

test('what reveal.js says to the frames of a slide is heard', () => {
  expect(readFrameRequest('slide:start')).toEqual({ what: { type: 'play' }, id: undefined });
  expect(readFrameRequest('slide:stop')).toEqual({ what: { type: 'pause' }, id: undefined });
  for (const other of ['slide:', 'constructor', '']) expect(readFrameRequest(other)).toBeNull();
});
