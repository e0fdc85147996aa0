// How often the statement touched each page, up to a position: hits and reads, as they are counted.
import type { StepData } from '../engine/protocol';
import { eachPin, isLookup } from '../model/tape-words';
import type { Placed } from './tape';

/** Touches by block, of each file's main fork. */
export type Heat = ReadonlyMap<number, ReadonlyMap<number, number>>;

interface PinCounts {
  /** Words of the pins that are counted. */
  words: number;
  files: Map<number, Map<number, number>>;
}

const counted = new WeakMap<StepData, PinCounts>();
const most = new WeakMap<StepData, number>();
const NONE: Heat = new Map();

/** Adds further pins, up to `to`, to the counts. */
function count(pins: Uint32Array, heat: PinCounts, to: number) {
  eachPin(pins, heat.words, to, (file, block, kind, fork, times) => {
    if (!isLookup(kind, fork) || block < 0) return;
    let blocks = heat.files.get(file);
    if (!blocks) heat.files.set(file, (blocks = new Map<number, number>()));
    blocks.set(block, (blocks.get(block) ?? 0) + times);
  });
  heat.words = to;
}

/** How often the step has touched each page so far. The next call changes the returned object. */
export function heatAt(placed: Placed | null, at: number): Heat {
  if (!placed) return NONE;
  const { step, start } = placed;
  const to = step.frames[at - 1 - start]?.pins ?? 0;
  let heat = counted.get(step);
  if (!heat || heat.words > to) counted.set(step, (heat = { words: 0, files: new Map() }));
  count(step.pins, heat, to);
  return heat.files;
}

/** How often the page that was touched most was touched, at the step's end: the measure for the others. */
export function mostTouched({ step }: Placed): number {
  let found = most.get(step);
  if (found === undefined) {
    const all: PinCounts = { words: 0, files: new Map() };
    count(step.pins, all, step.pins.length);
    found = 0;
    for (const blocks of all.files.values())
      for (const times of blocks.values()) found = Math.max(found, times);
    most.set(step, found);
  }
  return found;
}

/** The heat of a page from 0 (not touched) to 1 (touched most often), on a logarithmic scale. */
export const heatShare = (times: number, all: number) =>
  times <= 0 ? 0 : all <= 1 ? 0.25 : 0.15 + (0.85 * Math.log(times)) / Math.log(Math.max(2, all));
