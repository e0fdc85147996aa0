import { describe, expect, it } from 'vitest';
import type { RelationView, StepData } from '../engine/protocol';
import { sceneAt } from './scene';
import { Tape } from './tape';

const relation = (blocks: number): RelationView => ({
  oid: 16384,
  file: 16384,
  name: 't',
  role: 'heap',
  parent: undefined,
  forks: [{ fork: 'main', blocks }],
  columns: ['a'],
  attributes: ['a'],
});

/** A page with one live item of so many bytes. */
const page = (block: number, live: number) => [
  16384,
  0,
  block,
  0,
  live,
  0,
  28,
  8164 - live,
  1,
  0,
  0,
  0,
  1,
  8192 - live,
  live,
  0,
];

/** A step of frames, each with the pages it changed, and one hit of block 0. */
function step(id: number, parent: number, frames: number[][], blocks: number): StepData {
  const patch: number[] = [];
  const pins: number[] = [];
  const made = frames.map((words) => {
    patch.push(...words);
    pins.push(16384, 0, 0, 1);
    return {
      event: undefined,
      bulk: undefined,
      pins: pins.length,
      patch: patch.length,
      wal: 0,
      clock: 0,
    };
  });
  const usage = { hit: frames.length, read: 0, dirtied: 0, written: 0 };
  return {
    id,
    parent,
    line: id,
    text: `step ${id}`,
    printed: '',
    time: 0,
    frames: made,
    results: [],
    relations: [relation(blocks)],
    counters: { statement: usage, total: usage, relations: [], memory: 0 },
    transaction: 'idle',
    pins: Uint32Array.from(pins),
    patch: Uint16Array.from(patch),
    wal: new Uint32Array(),
    spent: [],
    recovered: [],
  };
}

const picture = (tape: Tape, at: number) => {
  const world = tape.worldAt(at);
  return [...world.files].map(([file, f]) => [
    file,
    [...f.pages],
    [...f.items].map(([b, i]) => [b, ...i]),
  ]);
};

describe('the tape', () => {
  const tape = new Tape();
  tape.add(step(1, 0, [page(0, 40), page(0, 80), page(1, 40)], 2));
  tape.add(step(2, 1, [page(1, 0), []], 1));

  it('gives the same picture at a place however it is reached', () => {
    const forwards = [];
    const world = tape.worldAt(0);
    for (let at = 0; at <= tape.length; at++) {
      if (at > 0) tape.advance(world, at - 1, at);
      forwards.push([...world.files].map(([n, f]) => [n, [...f.pages]]));
    }
    for (const at of [5, 0, 3, 1, 4, 2]) {
      expect(picture(tape, at).map(([n, pages]) => [n, pages])).toEqual(forwards[at]);
    }
  });
  it('cuts a file at the end of a step, as the engine did', () => {
    expect(tape.worldAt(4).file(16384).blocks).toBe(2);
    expect(tape.worldAt(5).file(16384).blocks).toBe(1);
  });
  it('counts the buffers of the step at hand', () => {
    expect(sceneAt(tape, 2, tape.worldAt(2), null).counters.statement.hit).toBe(2);
    expect(sceneAt(tape, 4, tape.worldAt(4), null).counters.total.hit).toBe(4);
  });
  it('branches where something else was run, and keeps the old branch', () => {
    const forked = new Tape();
    for (const s of tape.steps) forked.add(s);
    forked.add(step(3, 1, [page(2, 400)], 3));
    expect(forked.placed.map((p) => p.step.id)).toEqual([1, 3]);
    expect(forked.worldAt(forked.length).file(16384).blocks).toBe(3);
    const branches = (without: number[]) =>
      forked.branches(new Set(without)).map(({ tip, first }) => [tip, first.id]);
    expect(branches([])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    // What was only tried out makes no branch; what ran after a branch began belongs to it.
    expect(branches([3])).toEqual([]);
    forked.add(step(4, 3, [page(2, 500)], 3));
    expect(branches([])).toEqual([
      [2, 2],
      [4, 3],
    ]);
    forked.remove([4]);
    forked.show(2);
    expect(forked.placed.map((p) => p.step.id)).toEqual([1, 2]);
    expect(picture(forked, 5)).toEqual(picture(tape, 5));
  });
  it('keeps only the ends of old steps when there are too many frames', () => {
    const grow = (id: number) =>
      step(id, id - 1, [page(id, 40), page(id - 1, 80), page(id, 80), []], id + 1);
    const [all, some] = [new Tape(), new Tape(30_000)];
    const moved = [];
    for (let id = 1; id <= 40; id++) {
      all.add(grow(id));
      moved.push(some.add(grow(id)));
    }
    expect(all.length).toBe(160);
    expect(moved).toContain(true);
    const short = some.placed.filter((p) => some.isShort(p.step.id));
    expect(short.length).toBeGreaterThan(20);
    expect(some.isShort(40)).toBe(false);
    expect(short.every((p) => p.end === p.start + 1)).toBe(true);
    // The picture, the counters and what was printed at the end of each step are as they were.
    for (const [i, placed] of some.placed.entries()) {
      const before = all.placed[i]!;
      expect(picture(some, placed.end)).toEqual(picture(all, before.end));
      const scenes = [
        sceneAt(some, placed.end, some.worldAt(placed.end), null),
        sceneAt(all, before.end, all.worldAt(before.end), null),
      ];
      const [now, then] = scenes.map(({ counters, ended, sentence }) => ({
        counters,
        ended,
        sentence,
      }));
      expect(now).toEqual(then);
    }
    // A new branch from an old step begins at its end.
    some.add(step(41, 3, [page(9, 40)], 10));
    expect(some.placed.map((p) => p.step.id)).toEqual([1, 2, 3, 41]);
    expect(some.worldAt(some.length).file(16384).blocks).toBe(10);
  });
});
