// How much of an amount that a contrast compares (Contrast.svelte) has been counted while the statement plays. It is
// computed from the same scene as the stage and the counters, so that all three agree at every frame.
import type { Counters } from '../engine/protocol';
import type { Scene } from '../timeline/scene';
import type { Amount } from './amounts';

/**
 * Buffers that the statement had touched when these counters were read: of tables, and of all else, which are their
 * TOAST tables and indexes.
 */
function touched(counters: Counters, scene: Scene): { table: number; beside: number } {
  const { hit, read } = counters.statement;
  const heaps = new Set(scene.relations.filter((r) => r.role === 'heap').map((r) => r.oid));
  let table = 0;
  for (const { oid, statement } of counters.relations)
    if (heaps.has(oid)) table += statement.hit + statement.read;
  return { table, beside: hit + read - table };
}

/**
 * What each part of an amount has come to so far in the scene. Null if the amount is not the current statement's: its
 * parts must be what the statement has counted at its end, in this unit.
 */
export function partsAt({ parts }: Amount, unit: string, scene: Scene): number[] | null {
  const { placed, log } = scene;
  const [first, second] = parts;
  if (!placed || !first || parts.length > 2) return null;
  if (unit === 'bytes of log') {
    if (second || first.amount !== log.end) return null;
    return [log.records.reduce((sum, { bytes }) => sum + bytes, 0)];
  }
  if (unit !== 'buffers') return null;
  const [end, now] = [placed.step.counters, scene.counters].map((c) => touched(c, scene));
  if (!end || !now) return null;
  if (!second) return first.amount === end.table + end.beside ? [now.table + now.beside] : null;
  const known = first.amount === end.table && second.amount === end.beside;
  return known ? [now.table, now.beside] : null;
}
