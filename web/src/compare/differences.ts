// The numbers in which two runs differ at one moment: of the statement that plays, and of all so far.
import type { Usage } from '../engine/protocol';
import { count, size } from '../layout/format';
import { sizesOf } from '../model/relation-sizes';
import type { Scene } from '../timeline/scene';
import type { Tape } from '../timeline/tape';

/** A number that both runs have at one moment, with its unit. */
export interface Difference {
  name: string;
  unit: 'pages' | 'bytes';
  left: number;
  right: number;
}

/** One of the two runs at one moment. */
export interface Side {
  scene: Scene;
  tape: Tape;
}

/** Bytes that the statement that plays has logged so far. */
const logged = ({ scene }: Side) => scene.log.records.reduce((sum, r) => sum + r.bytes, 0);

/** Bytes that all statements up to the position have logged. */
function loggedInAll(side: Side): number {
  const { scene, tape } = side;
  const before = tape.placed.filter((p) => p.end < scene.at && p !== scene.placed);
  return before.reduce((sum, p) => sum + tape.logAt(p.end).end, logged(side));
}

/** The numbers of both sides as rows. */
const rows = (all: [string, Difference['unit'], number, number][]): Difference[] =>
  all.map(([name, unit, left, right]) => ({ name, unit, left, right }));

/** The buffers of both sides. */
const usage = (u: Usage, v: Usage): [string, Difference['unit'], number, number][] => [
  ['hit', 'pages', u.hit, v.hit],
  ['read', 'pages', u.read, v.read],
  ['dirtied', 'pages', u.dirtied, v.dirtied],
  ['written', 'pages', u.written, v.written],
];

/** The differences in cost of the current statement, always in the same order, so that rows do not change places. */
export function ofStatement(left: Side, right: Side): Difference[] {
  return rows([
    ...usage(left.scene.counters.statement, right.scene.counters.statement),
    ['WAL', 'bytes', logged(left), logged(right)],
  ]);
}

/** The differences in cost of all statements so far, and in what is stored now. */
export function ofScript(left: Side, right: Side): Difference[] {
  const [a, b] = [left, right].map(({ scene }) => sizesOf(scene.relations, scene.files));
  if (!a || !b) return [];
  return rows([
    ...usage(left.scene.counters.total, right.scene.counters.total),
    ['WAL', 'bytes', loggedInAll(left), loggedInAll(right)],
    ['tables', 'bytes', a.table, b.table],
    ['TOAST', 'bytes', a.toast, b.toast],
    ['indexes', 'bytes', a.index, b.index],
    ['dead', 'bytes', a.dead, b.dead],
  ]);
}

/** From this factor on, the words say how many times the smaller the larger is. */
const TIMES = 1.5;

/** The difference in words: which side has more, and by how much. */
export function verdict({ unit, left, right }: Difference, names: readonly [string, string]) {
  if (left === right) return 'equal';
  const [more, less] = left > right ? names : [names[1], names[0]];
  const [most, least] = [Math.max(left, right), Math.min(left, right)];
  if (least === 0) return `${more} only`;
  const times = most / least;
  if (times >= TIMES)
    return `${more}: ${times >= 10 ? count(Math.round(times)) : times.toFixed(1)} times ${less}’s`;
  const by = most - least;
  return `${more}: ${unit === 'bytes' ? size(by) : count(by)} more`;
}

/** Whether the difference is large enough to show. */
export const differs = ({ left, right }: Difference) =>
  Math.max(left, right) >= 1.05 * Math.min(left, right) && left !== right;
