import { describe, expect, it } from 'vitest';
import type { StageEvent, StepData } from '../../engine/protocol';
import { chunkBars } from '../../layout/actor';
import { castAt } from './cast';
import { fetched } from './fetch';

/** A step of these events, one frame each. */
const step = (events: StageEvent[]) =>
  ({ frames: events.map((event) => ({ event, pins: 0, patch: 0, wal: 0, clock: 0 })) }) as StepData;

const TOAST = 20;
const tid = (offset: number) => ({ block: 3, offset });

const appended: StageEvent[] = [
  { kind: 'statementStarted', sql: '' },
  { kind: 'tailGrown', toastRel: TOAST, value: 7, stored: 20000, added: 2, tail: 2 },
  {
    kind: 'tupleFormed',
    rel: 10,
    length: 74,
    header: 24,
    target: 2032,
    columns: [{ attribute: 1, size: 50, compressed: false, external: true }],
  },
  {
    kind: 'tailMoved',
    toastRel: TOAST,
    value: 7,
    version: 2,
    stored: 20000,
    tail: 2,
    first: 10,
    last: 10,
    kept: 120,
    full: 1988,
  },
  { kind: 'chunkCut', toastRel: TOAST, value: 7, seq: 10, size: 130 },
  { kind: 'tupleUpdated', rel: TOAST, old: tid(3), new: tid(4), length: 170, hot: 'yes' },
  { kind: 'tupleUpdated', rel: 10, old: tid(1), new: tid(2), length: 72, hot: 'yes' },
];

describe('an append', () => {
  it('is first a tail in memory', () => {
    expect(castAt(step(appended), 1).actor).toMatchObject({
      kind: 'edit',
      value: 7,
      stored: 20000,
      tail: 2,
      added: 2,
    });
  });
  it('then writes the last chunk anew, and all others stay', () => {
    const { actor } = castAt(step(appended), 5);
    if (actor?.kind !== 'store') throw new Error('no row is on stage');
    const [value] = actor.values;
    if (!value) throw new Error('no value leaves');
    const bars = chunkBars(value, 900, 0, 'waiting', value.first, value.chunks - 1);
    expect(bars.map((b) => [b.seq, b.chunks, b.state, b.kept])).toEqual([
      [0, 10, 'stays', 0],
      // The version, 8 bytes, is before what was there.
      [10, 1, 'placed', 128],
    ]);
    expect(value.singleChunks[0]).toMatchObject({ tid: tid(4), replaces: tid(3) });
    expect(actor.tid).toBeNull();
  });
  it('is the same picture after going further and back', () => {
    const whole = step(appended);
    const before = castAt(whole, 4);
    castAt(whole, 6);
    expect(castAt(whole, 4)).toEqual(before);
  });
});

describe('a document that is read', () => {
  const field = {
    role: 'field' as const,
    name: 'long',
    at: 40,
    length: 22,
    number: 0,
    text: '',
    children: [],
    link: {
      value: 8,
      relation: TOAST,
      raw: 7000,
      stored: 7000,
      method: undefined,
      version: undefined,
      chunks: 4,
      stride: 0,
      elements: 0,
    },
  };
  const read = (value: number, first: number, last: number): StageEvent => ({
    kind: 'pointerRead',
    toastRel: TOAST,
    value,
    raw: 7000,
    stored: 7000,
    compressed: false,
    first,
    last,
    chunks: 4,
    full: 1996,
    inline: 0,
    lazy: false,
    stride: 0,
  });
  const events: StageEvent[] = [
    { kind: 'statementStarted', sql: '' },
    { kind: 'documentRead', path: ['long', '3'], parts: [field] },
    read(8, 0, 0),
    { kind: 'chunkRead', toastRel: TOAST, value: 8, seq: 0, size: 1996, tid: tid(1) },
    {
      kind: 'differenceApplied',
      toastRel: TOAST,
      value: 8,
      at: 400,
      length: 8,
      element: false,
    },
    read(8, 2, 2),
  ];
  it('stays on stage while a field’s chunks come', () => {
    expect(castAt(step(events), 1).actor?.kind).toBe('document');
    const { actor } = castAt(step(events), 4);
    expect(actor).toMatchObject({
      kind: 'fetch',
      document: { path: ['long', '3'] },
      applied: [{ at: 400, length: 8, element: false }],
    });
  });
  it('is read further without losing what is there', () => {
    const { actor } = castAt(step(events), 5);
    if (actor?.kind !== 'fetch') throw new Error('nothing is read');
    expect([actor.first, actor.last, actor.value.singleChunks.length]).toEqual([0, 2, 1]);
  });
  it('is the same document when a field was handed on and is looked into', () => {
    const inside = { ...field, name: '', at: 0 };
    const nested: StageEvent[] = [
      { kind: 'documentRead', path: ['long'], parts: [field] },
      { kind: 'documentRead', path: ['3'], parts: [inside] },
    ];
    expect(castAt(step([...events.slice(0, 1), ...nested]), 2).actor).toMatchObject({
      path: ['long', '3'],
      parts: [{ name: 'long' }],
    });
  });
  it('does not claim what another value’s pointer leads to', () => {
    const other = [...events.slice(0, 2), read(9, 0, 3)];
    expect(castAt(step(other), 2).actor).toMatchObject({ kind: 'fetch', document: null });
  });
});

describe('a value of very many chunks that is read', () => {
  const read = (seq: number, size: number): StageEvent => ({
    kind: 'chunkRead',
    toastRel: TOAST,
    value: 7,
    seq,
    size,
    tid: tid(1),
  });
  const whole = step([
    { kind: 'statementStarted', sql: '' },
    {
      kind: 'pointerRead',
      value: 7,
      toastRel: TOAST,
      raw: 200_004,
      stored: 200_000,
      compressed: false,
      chunks: 101,
      full: 1996,
      first: 0,
      last: 100,
      inline: 0,
      lazy: false,
      stride: 0,
    },
    read(0, 1996),
    read(1, 1996),
    // Chunks 2 to 98 are one frame.
    read(99, 1996),
    read(100, 400),
  ]);
  const bytes = (at: number) => {
    const { actor } = castAt(whole, at);
    if (actor?.kind !== 'fetch') throw new Error('nothing is read');
    return fetched(actor);
  };

  it('counts those between as soon as a later one is there', () => {
    expect([1, 2, 3, 4, 5].map(bytes)).toEqual([0, 1996, 2 * 1996, 100 * 1996, 200_000]);
  });
});

describe('a value whose beginning was told with many others', () => {
  it('is on stage from the first chunk that is told by itself', () => {
    const cut = (seq: number) =>
      ({ kind: 'chunkCut', toastRel: 9, value: 7, seq, size: 1996 }) as const;
    const many = { inserted: 40, updated: 0, deleted: 0, detoasted: 0 };
    const frames = [
      { event: { kind: 'statementStarted', sql: '' } },
      { event: undefined, bulk: many },
      { event: cut(7) },
      { event: cut(8) },
    ];
    const { actor } = castAt({ frames } as never, 3);
    if (actor?.kind !== 'store') throw new Error('no row is on stage');
    expect(actor.fromSlice).toBe(true);
    const [value] = actor.values;
    expect(value).toMatchObject({ id: 7, toastRel: 9, chunks: 9 });
    expect(value?.singleChunks.map(({ seq }) => seq)).toEqual([7, 8]);
  });
});
