// Which parts of the stage a statement needs: a picture of one thing at a time. Pure: the same statement
// gives the same parts. A lesson may choose others, and a key shows all of them.
import { eachPin } from '../model/tape-words';
import type { StepData, StepId } from '../engine/protocol';
import type { EventKind } from '../model/events';
import { relationsLeftOut } from './left-out-relations';

/**
 * `row`: the row or value at hand; `pages`: maps of the files it lies in; `buffers`: the counters; `log`: the
 * records written or replayed.
 */
export const PARTS = ['row', 'pages', 'buffers', 'log'] as const;
/** The name of one part of the stage. */
export type Part = (typeof PARTS)[number];

/** What a statement is, to somebody who watches it. */
export type StatementKind =
  'row' | 'load' | 'delete' | 'scan' | 'detoast' | 'vacuum' | 'crash' | 'checkpoint' | 'nothing';

/** The parts that a kind of statement proposes, beside the row, which is shown if there is one. */
const PROPOSES: Record<StatementKind, readonly Part[]> = {
  row: ['pages'],
  load: ['pages'],
  delete: ['pages'],
  scan: ['pages', 'buffers'],
  detoast: ['pages', 'buffers'],
  vacuum: ['pages'],
  crash: ['pages', 'log'],
  checkpoint: ['pages', 'log'],
  nothing: [],
};

/** Events that tell what kind of statement it is: the first line decides that has an event of the statement. */
const TELLING: readonly (readonly [StatementKind, readonly EventKind[]])[] = [
  ['crash', ['serverStopped', 'recoveryStarted', 'recordReplayed']],
  ['checkpoint', ['checkpointDone']],
];
const READS: readonly EventKind[] = ['pointerRead', 'documentRead', 'chunkRead', 'valueDetoasted'];
/** What brings a row or a value on stage. */
const ENTERS: readonly EventKind[] = [
  'tupleFormed',
  'pointerRead',
  'documentRead',
  'tailGrown',
  'differenceKept',
];
const CLEANS: readonly EventKind[] = ['pageVacuumed', 'indexEntriesDeleted', 'pagePruned'];
const DELETES: readonly EventKind[] = ['tupleDeleted', 'chunkDeleted'];

const kinds = new WeakMap<StepData, StatementKind>();

/** What kind of statement a step is. */
export function statementKind(step: StepData): StatementKind {
  let kind = kinds.get(step);
  if (!kind) kinds.set(step, (kind = kindByEvents(step)));
  return kind;
}

/** Looks at a statement's events to say what kind of statement it is. */
function kindByEvents(step: StepData): StatementKind {
  const seen = new Set(step.frames.map((frame) => frame.event?.kind));
  /** Whether the statement has one of these events. */
  const some = (events: readonly EventKind[]) => events.some((event) => seen.has(event));
  const telling = TELLING.find(([, events]) => some(events));
  if (telling) return telling[0];
  /** How many rows its slices stand for. */
  const many = (kind: 'inserted' | 'updated' | 'deleted' | 'detoasted' | 'vacuumed') =>
    step.frames.reduce((sum, frame) => sum + (frame.bulk?.[kind] ?? 0), 0);
  if (/^\s*vacuum\b/i.test(bare(step.text)) || many('vacuumed') > 0) return 'vacuum';
  if (many('inserted') + many('updated') > 0) return 'load';
  if (seen.has('tupleFormed')) return 'row';
  if (many('deleted') > 0 || some(DELETES)) return 'delete';
  if (many('detoasted') > 0 || some(READS)) return 'detoast';
  if (some(CLEANS)) return 'vacuum';
  return filesOf(step).size > 0 ? 'scan' : 'nothing';
}

/** A statement without the comments before it. */
const bare = (text: string) => text.replace(/^(\s*--[^\n]*\n)+/, '');

const proposals = new WeakMap<StepData, readonly Part[]>();

/** The parts that a statement proposes. One that shows nothing new proposes none. */
export function proposed(step: StepData): readonly Part[] {
  let parts = proposals.get(step);
  if (!parts) {
    parts = PROPOSES[statementKind(step)];
    if (step.frames.some(({ event }) => event && ENTERS.includes(event.kind)))
      parts = ['row', ...parts];
    const asksForLog = /^\s*explain\s*\([^)]*\bwal\b/i.test(bare(step.text));
    if (asksForLog && parts.length > 0) parts = [...parts, 'log'];
    proposals.set(step, parts);
  }
  return parts;
}

const pinned = new WeakMap<StepData, ReadonlySet<number>>();

/** All files that a statement read or changed, also those that it removed. */
function pinnedBy(step: StepData): ReadonlySet<number> {
  let found = pinned.get(step);
  if (!found) {
    const all = new Set<number>();
    eachPin(step.pins, 0, step.pins.length, (file) => all.add(file));
    pinned.set(step, (found = all));
  }
  return found;
}

const files = new WeakMap<StepData, ReadonlySet<number>>();

/** The files that a statement read or changed and that exist after it. */
export function filesOf(step: StepData): ReadonlySet<number> {
  let found = files.get(step);
  if (!found) {
    const touched = pinnedBy(step);
    const known = step.relations.map((r) => r.file);
    files.set(step, (found = new Set(known.filter((file) => touched.has(file)))));
  }
  return found;
}

/** The files of before a statement that it looked into and replaced: they are drawn until it has others. */
const replacedBy = (step: StepData, before: StepData | undefined): number[] =>
  (before?.relations ?? []).map((r) => r.file).filter((file) => pinnedBy(step).has(file));

/** The parts of the stage, and the files, that are drawn for some statements. */
export interface Composition {
  parts: ReadonlySet<Part>;
  /** The files whose pages are drawn. */
  files: ReadonlySet<number>;
}

/** What a lesson says of the stage. */
export interface Plan {
  show: readonly Part[] | null;
  hide: readonly Part[];
  /** Tables that are not drawn, nor what belongs to them. */
  without?: readonly string[];
}

/** Which kinds of statements tell most, where a lesson does not say which of several is shown. */
const TELLS: Record<StatementKind, number> = {
  crash: 6,
  row: 5,
  vacuum: 4,
  load: 4,
  delete: 3,
  detoast: 2,
  scan: 1,
  checkpoint: 1,
  nothing: 0,
};

/** The statement that shows most. If all of them only read, the last one: those before it warm the cache. */
export function telling<T extends { step: StepData }>(placed: readonly T[]): T | undefined {
  let best: T | undefined;
  let most = 0;
  for (const p of placed) {
    const tells = TELLS[statementKind(p.step)];
    const reads = tells <= TELLS.detoast;
    if (tells > most || (reads && tells === most && tells > 0)) [best, most] = [p, tells];
  }
  return best;
}

const ANYTHING: ReadonlySet<Part> = new Set(['pages']);

/** If the statements touched more files than this, only the files of one statement are drawn. */
const MOST_FILES = 8;

/**
 * The composition of the stage for the last statement of a branch. A statement that shows nothing new leaves it
 * unchanged. The statements in `together` count as one: the one that shows most decides which parts are shown,
 * and the files of all are drawn.
 */
export function compose(
  placed: readonly { step: StepData }[],
  together: ReadonlySet<StepId>,
  plan: Plan | null,
): Composition {
  const one = placed.filter(({ step }) => together.has(step.id));
  const now = placed.at(-1)?.step;
  const main = (telling(one) ?? placed.findLast(({ step }) => proposed(step).length > 0))?.step;
  const base = plan?.show ?? [
    ...(main ? proposed(main) : []),
    ...(now && proposed(now).includes('row') ? (['row'] as const) : []),
  ];
  const parts = new Set(base.filter((part) => !plan?.hide.includes(part)));
  // Before anything is shown: the files that there are.
  if (parts.size === 0 && now)
    return { parts: ANYTHING, files: new Set(now.relations.map((r) => r.file)) };
  const left = relationsLeftOut(now?.relations ?? [], plan?.without ?? []).map((r) => r.file);
  /** Whether a statement touches a file that is not left out. */
  const shows = (step: StepData) => [...filesOf(step)].some((file) => !left.includes(file));
  const touched = placed.findLast(({ step }) => shows(step))?.step;
  let drawn = new Set(one.flatMap(({ step }) => [...filesOf(step)]));
  for (const file of left) drawn.delete(file);
  if (drawn.size === 0 || drawn.size > MOST_FILES) drawn = new Set(touched && filesOf(touched));
  if (now)
    for (const file of [...filesOf(now), ...replacedBy(now, placed.at(-2)?.step)]) drawn.add(file);
  // Tables that nobody has touched are drawn without a page, rather than nothing.
  if (drawn.size === 0) drawn = new Set(now?.relations.map((r) => r.file));
  for (const file of left) drawn.delete(file);
  return { parts, files: drawn };
}
