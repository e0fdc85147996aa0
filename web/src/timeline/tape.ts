// All steps that ran, as a tree, and the branch of it that is shown. A position on the branch is the number of
// frames that have happened: 0 is before the first.
import type { Frame, RelationView, StepData, StepId, Usage } from '../engine/protocol';
import type { LogRecord } from '../model/log-record';
import { eachPin, RECORD_WORDS, recordsIn, type Pin } from '../model/tape-words';
import { World, type Touched } from '../model/world';
import { withDescentFrames } from './descent-frames';
import { shortenStep, bytesOf } from './shorten-step';

/** A world is kept every so many words of patches: a seek applies at most these. */
const KEYFRAME = 200_000;

/** How many bytes the frames of all steps may take, about. Past that the oldest are shortened to their last frame. */
const MOST = 64e6;

/** A step on the branch that is shown: its frames are `start` to `end`, `end` not included. */
export interface Placed {
  step: StepData;
  start: number;
  end: number;
}

/** A path from the empty database to a step after which nothing ran. */
export interface Branch {
  tip: StepId;
  /** The first step that is on no other branch. */
  first: StepData;
}

/** How buffers were used, by the number of the file. */
export type FileUsage = Map<number, Usage>;

/** Log records of a step. */
export interface StepLog {
  /** The records it has written so far, and the bytes of all that it writes. */
  records: LogRecord[];
  end: number;
  /** The records it has replayed so far, and the bytes and number of all that it replays. */
  replay: { records: LogRecord[]; end: number; total: number };
}

/** How many pages a relation has. */
const mainFork = (r: RelationView) => r.forks.find((f) => f.fork === 'main')?.blocks ?? 0;

/** The steps that ran, as a tree, with the branch that is shown. It makes the world at any position of that branch. */
export class Tape {
  #all = new Map<StepId, StepData>();
  #children = new Map<StepId, StepId[]>([[0, []]]);
  /** The steps of the branch, in order. */
  placed: Placed[] = [];
  /** Frames of the branch. */
  length = 0;
  #keyframes: { at: number; world: World }[] = [{ at: 0, world: new World() }];
  #sinceKeyframe = 0;
  #weight = 0;
  /** Steps of which only the end is kept. */
  #short = new Set<StepId>();

  /** @param most bytes that the frames of all steps may take, about */
  constructor(private readonly most = MOST) {}

  /** The last step of the branch; 0 when there is none. */
  get tip(): StepId {
    return this.placed.at(-1)?.step.id ?? 0;
  }

  /** A step by its id. */
  step(id: StepId): StepData | undefined {
    return this.#all.get(id);
  }

  /** All steps, in the order in which they ran. */
  get steps(): StepData[] {
    return [...this.#all.values()];
  }

  /** Whether only the end of a step is kept, to save memory. */
  isShort(id: StepId): boolean {
    return this.#short.has(id);
  }

  /**
   * Adds a step; the branch that is shown becomes the one it is on. Returns whether the positions of earlier
   * frames changed, because old steps were shortened.
   */
  add(ran: StepData): boolean {
    const step = withDescentFrames(ran);
    this.#all.set(step.id, step);
    const siblings = this.#children.get(step.parent);
    if (siblings) siblings.push(step.id);
    else this.#children.set(step.parent, [step.id]);
    this.#children.set(step.id, []);
    if (step.parent !== this.tip) this.#follow(step.parent);
    this.#place(step);
    this.#weight += bytesOf(step);
    if (this.#weight <= this.most) return false;
    this.#shorten(step.id);
    return true;
  }

  /** Removes steps and those that ran after them. The branch that is shown ends before the first of them. */
  remove(ids: readonly StepId[]) {
    for (const id of ids) {
      const step = this.#all.get(id);
      if (!step) continue;
      this.remove(this.#children.get(id) ?? []);
      const siblings = this.#children.get(step.parent);
      if (siblings)
        this.#children.set(
          step.parent,
          siblings.filter((other) => other !== id),
        );
      if (this.placed.some((placed) => placed.step.id === id)) this.#follow(step.parent);
      this.#children.delete(id);
      this.#all.delete(id);
      this.#short.delete(id);
      this.#weight -= bytesOf(step);
    }
  }

  /** Shortens the oldest steps, but not the newest, until a quarter of the bytes is free. */
  #shorten(newest: StepId) {
    for (const step of this.steps) {
      if (this.#weight <= this.most * 0.75) break;
      if (step.id === newest || this.#short.has(step.id)) continue;
      const short = shortenStep(step);
      this.#all.set(step.id, short);
      this.#short.add(step.id);
      this.#weight += bytesOf(short) - bytesOf(step);
    }
    this.#follow(newest);
  }

  /** Puts a step at the end of the branch. */
  #place(step: StepData) {
    const start = this.length;
    this.length += step.frames.length;
    this.placed.push({ step, start, end: this.length });
    this.#sinceKeyframe += step.patch.length;
    if (this.#sinceKeyframe > KEYFRAME) {
      this.#keyframes.push({ at: this.length, world: this.worldAt(this.length) });
      this.#sinceKeyframe = 0;
    }
  }

  /** Shows the branch that leads from the empty database to a step. */
  #follow(id: StepId) {
    const path: StepData[] = [];
    for (let step = this.#all.get(id); step; step = this.#all.get(step.parent)) path.unshift(step);
    let same = 0;
    while (same < path.length && this.placed[same]?.step === path[same]) same++;
    this.placed.length = same;
    this.length = this.placed.at(-1)?.end ?? 0;
    this.#keyframes = this.#keyframes.filter((k) => k.at <= this.length);
    this.#sinceKeyframe = 0;
    for (const step of path.slice(same)) this.#place(step);
  }

  /** Shows the branch through a step; where the tree forks after it, the latest step is followed. */
  show(id: StepId) {
    let tip = id;
    for (;;) {
      const next = this.#children.get(tip)?.at(-1);
      if (next === undefined) break;
      tip = next;
    }
    this.#follow(tip);
  }

  /**
   * The branches that remain without the steps in `without`, in the order in which they began; none if only one
   * remains.
   */
  branches(without: ReadonlySet<StepId>): Branch[] {
    /** The steps that follow one directly. */
    const after = (id: StepId) =>
      (this.#children.get(id) ?? []).filter((child) => !without.has(child));
    const tips = this.steps.filter(({ id }) => !without.has(id) && after(id).length === 0);
    if (tips.length < 2) return [];
    const branches = tips.map((tip) => {
      let first = tip;
      for (let at: StepData | undefined = tip; at && after(at.parent).length === 1;) {
        at = this.#all.get(at.parent);
        if (at) first = at;
      }
      return { tip: tip.id, first };
    });
    return branches.sort((a, b) => a.first.id - b.first.id);
  }

  /** The step that frame number `at` (from 1) belongs to. */
  placedAt(at: number): Placed | undefined {
    let low = 0;
    let high = this.placed.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.placed[middle]?.end ?? 0) >= at) high = middle;
      else low = middle + 1;
    }
    return at > 0 ? this.placed[low] : undefined;
  }

  /** The frame that happened last when `at` frames have happened. */
  frameAt(at: number): Frame | undefined {
    const placed = this.placedAt(at);
    return placed?.step.frames[at - 1 - placed.start];
  }

  /** The world when `at` frames have happened, from the nearest world kept. */
  worldAt(at: number): World {
    let key = this.#keyframes[0];
    for (const k of this.#keyframes) if (k.at <= at) key = k;
    const world = key ? key.world.clone() : new World();
    this.advance(world, key?.at ?? 0, at);
    return world;
  }

  /** Applies to a world the frames from one position to a later one. */
  advance(world: World, from: number, to: number, touched?: Touched) {
    let at = from;
    while (at < to) {
      const placed = this.placedAt(at + 1);
      if (!placed) return;
      const { step, start, end } = placed;
      const until = Math.min(to, end);
      for (; at < until; at++) {
        const i = at - start;
        const event = step.frames[i]?.event;
        if (event?.kind === 'relationTruncated' && event.fork === 'main') {
          const file = world.file(event.file);
          if (file.blocks > event.blocks) file.resize(event.blocks);
        }
        world.apply(
          step.patch,
          step.frames[i - 1]?.patch ?? 0,
          step.frames[i]?.patch ?? 0,
          touched,
        );
      }
      if (at === end) world.setFileSizes(new Map(step.relations.map((r) => [r.file, mainFork(r)])));
    }
  }

  /** The pins of the frame that happened last. */
  pinsAt(at: number): Pin[] {
    const placed = this.placedAt(at);
    if (!placed) return [];
    const { pins, frames } = placed.step;
    const i = at - 1 - placed.start;
    const found: Pin[] = [];
    const [from, to] = [frames[i - 1]?.pins ?? 0, frames[i]?.pins ?? 0];
    eachPin(pins, from, to, (file, block, kind, fork, times) => {
      found.push({ file, block, fork, kind, times });
    });
    return found;
  }

  /** What the step at this position has pinned so far, in all and by file. */
  usageAt(at: number): { total: Usage; files: FileUsage } {
    const total: Usage = { hit: 0, read: 0, dirtied: 0, written: 0 };
    const files: FileUsage = new Map();
    const placed = this.placedAt(at);
    if (!placed) return { total, files };
    const { pins, frames } = placed.step;
    const until = frames[at - 1 - placed.start]?.pins ?? 0;
    eachPin(pins, 0, until, (file, _block, kind, _fork, times) => {
      let usage = files.get(file);
      if (!usage) files.set(file, (usage = { hit: 0, read: 0, dirtied: 0, written: 0 }));
      usage[kind] += times;
      total[kind] += times;
    });
    return { total, files };
  }

  /**
   * The log records that the step at this position has written so far and, in recovery, replayed; and the bytes
   * of all that it writes and replays.
   */
  logAt(at: number): StepLog {
    const placed = this.placedAt(at);
    const log: StepLog = { records: [], end: 0, replay: { records: [], end: 0, total: 0 } };
    if (!placed) return log;
    const { wal, frames } = placed.step;
    const until = frames[at - 1 - placed.start]?.wal ?? 0;
    let end = 0;
    for (const record of recordsIn(wal)) {
      const into = record.became ? log.replay : log;
      into.end += record.bytes;
      if (record.became) log.replay.total += record.records;
      if (end < until) into.records.push(record);
      end += RECORD_WORDS;
    }
    return log;
  }

  /** The relations at a position: within a step, those before it and those after it. */
  relationsAt(at: number): RelationView[] {
    const placed = this.placedAt(at);
    if (!placed) return [];
    const after = placed.step.relations;
    if (at === placed.end) return after;
    const before = this.#all.get(placed.step.parent)?.relations ?? [];
    const files = new Set(before.map((r) => r.file));
    return [
      ...before,
      ...after.filter((r) => !files.has(r.file) && !before.some((b) => b.oid === r.oid)),
    ];
  }
}
