// The sizes of all relations of users, added up.
import { limits } from '../engine/limits';
import type { RelationView } from '../engine/protocol';
import type { FileState } from './world';

/** Bytes: pages of tables, of TOAST tables, of indexes; and what dead tuples take of them. */
export interface Sizes {
  table: number;
  toast: number;
  index: number;
  dead: number;
}

const PART = {
  heap: 'table',
  sequence: 'table',
  toast: 'toast',
  index: 'index',
  toastIndex: 'index',
} as const;

/** The bytes of tables, TOAST tables and indexes, given the files at a position. */
export function sizesOf(relations: RelationView[], files: ReadonlyMap<number, FileState>): Sizes {
  const sizes: Sizes = { table: 0, toast: 0, index: 0, dead: 0 };
  for (const relation of relations) {
    const file = files.get(relation.file);
    if (!file) continue;
    sizes[PART[relation.role]] += file.blocks * limits.blockSize;
    const { pages } = file;
    for (let i = 1; i < pages.length; i += 8) sizes.dead += pages[i] ?? 0;
  }
  return sizes;
}
