// The clock of all passages of all lessons, from their recorded tapes: what is counted more is shown longer, and what
// is on the screen at a frame adds up.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../counters/amounts';
import { partsAt } from '../counters/amount-so-far';
import { lessonOf, shippedIds } from '../lessons/testing.mjs';
import { World } from '../model/world';
import { unpack } from '../recorded/format';
import { rangeOf } from './passage';
import { sceneAt } from './scene';
import { Tape } from './tape';
import { tempoOf, temposOf, touchedBy } from './frame-durations';

const folder = new URL('../../../target/beside/recorded/', import.meta.url);
const recorded = (id, i) => {
  const file = new URL(`${id}/${i + 1}.tape`, folder);
  return existsSync(file) ? unpack(new Uint8Array(gunzipSync(readFileSync(file)))) : null;
};

/** The passages of a lesson: which step, the tape up to it, the statement, and its frames' times. */
function* passages(id) {
  const tape = new Tape();
  for (const [i, step] of lessonOf(id).steps.entries()) {
    const steps = step.sql ? (recorded(id, i)?.steps ?? []) : [];
    for (const ran of steps) tape.add(ran);
    const ids = new Set(steps.map((s) => s.id));
    const placed = tape.placed.filter((p) => ids.has(p.step.id));
    const range = rangeOf(placed, step.stage?.play ?? null);
    const at = range && placed.find((p) => range.to <= p.end && range.from > p.start);
    if (!at) continue;
    const first = range.from - 1 - at.start;
    yield { i, tape, range, at, first, millis: tempoOf(at.step, first, range.to - at.start) };
  }
}

/** At most so many frames of a passage are looked at, evenly spread; all of them with ALL=1. */
const MOST = process.env.ALL === '1' ? Infinity : 40;

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** What is swept of a passage: the time, and the buffers. */
function swept({ at, first, millis }) {
  const frames = [...millis.keys()].filter((k) => !at.step.frames[first + k].event);
  return {
    millis: sum(frames.map((k) => millis[k])),
    buffers: sum(frames.map((k) => touchedBy(at.step, first + k))),
  };
}

describe.skipIf(!existsSync(folder))('the clock of passages', () => {
  test.each(shippedIds)('%s moves for 20 seconds at most at a time', (id) => {
    for (const { i, millis } of passages(id)) expect(sum(millis), `${i + 1}`).toBeLessThan(20_000);
  });

  test('what is swept takes time in proportion to its buffers, in every lesson alike', () => {
    const rates = new Map();
    for (const id of shippedIds) {
      for (const passage of passages(id)) {
        const { millis, buffers } = swept(passage);
        // A sweep that is over at once is slowed down so that it is seen, one without an end is cut short.
        if (buffers > 1000 && buffers < 30_500)
          rates.set(`${id} ${passage.i + 1}`, buffers / millis);
      }
    }
    expect(rates.size).toBeGreaterThan(10);
    for (const [where, rate] of rates) expect(rate, where).toBeCloseTo(2.5, 1);
  });

  test('the curse takes as many times as long as it touches buffers', () => {
    const [, before, , , after] = passages('curse');
    const [cheap, dear] = [swept(before), swept(after)];
    expect(dear.millis / cheap.millis).toBeCloseTo(dear.buffers / cheap.buffers, 1);
    // Before: 2,500 pages; after: three rows page by page, each page for as long as another, then all others.
    expect(
      sum([...before.millis.keys()].map((k) => touchedBy(before.at.step, before.first + k))),
    ).toBe(2500);
    const durations = [...after.millis].slice(
      0,
      after.at.step.frames.findIndex((f) => f.bulk) - after.first,
    );
    const rows = after.at.step.frames.slice(after.first).filter((_, k) => k < 18);
    expect(rows.filter((f) => f.event.kind === 'pointerRead')).toHaveLength(3);
    const page = (kind) =>
      rows.flatMap((f, k) => {
        const many = touchedBy(after.at.step, after.first + k);
        return f.event.kind === kind && many > 0 ? [durations[k] / many] : [];
      });
    const each = [...page('indexDescended'), ...page('chunkRead')];
    // Root, leaf and the page of chunks: a frame for each of them, for each of three rows.
    expect(each).toHaveLength(9);
    expect(Math.max(...each) / Math.min(...each)).toBeCloseTo(1, 5);
  });
});

describe('two statements side by side', () => {
  /** A statement that sweeps over so many buffers, in so many slices. */
  const sweeps = (buffers, slices) => ({
    frames: Array.from({ length: slices }, (_, i) => ({
      bulk: { inserted: 1 },
      pins: 4 * (i + 1),
    })),
    pins: Array.from({ length: slices }, () => [0, 0, 0, buffers / slices]).flat(),
    counters: { statement: { hit: buffers, read: 0 } },
  });

  test.each([
    ['within the limits', 2000, 10_000],
    ['longer than a sweep may last', 30_000, 300_000],
    ['over at once', 1, 100],
    ['the same number', 50, 50],
  ])('take time in proportion to their buffers: %s', (_, few, many) => {
    const [cheap, dear] = temposOf([sweeps(few, 1), sweeps(many, 4)]);
    expect(sum(dear) / sum(cheap)).toBeCloseTo(many / few, 5);
    expect(sum(dear)).toBeLessThanOrEqual(13_000);
    expect(sum(dear)).toBeGreaterThanOrEqual(300);
  });

  test('take the time that they take alone where neither touches a buffer', () => {
    const alone = tempoOf(sweeps(0, 3));
    expect(temposOf([sweeps(0, 3), sweeps(0, 3)])).toEqual([alone, alone]);
  });
});

describe.skipIf(!existsSync(folder))('what is on the screen at a frame adds up', () => {
  test.each(shippedIds)('%s', (id) => {
    for (const { i, tape, range, at } of passages(id)) {
      const { hit, read } = at.step.counters.statement;
      const amount = amountOf('', [{ label: '', amount: hit + read }], 'buffers');
      let before = 0;
      const stride = Math.max(1, Math.floor((range.to - range.from) / MOST));
      for (let place = range.from; place <= range.to; place += stride) {
        const scene = sceneAt(tape, place, new World(), null);
        const now = scene.counters.statement.hit + scene.counters.statement.read;
        const parts = partsAt(amount, 'buffers', scene);
        expect(sum(parts), `step ${i + 1}, ${place}`).toBe(now);
        const named = sum(scene.counters.relations.map((r) => r.statement.hit + r.statement.read));
        expect(named, `step ${i + 1}, ${place}`).toBeLessThanOrEqual(now);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
    }
  });
});
