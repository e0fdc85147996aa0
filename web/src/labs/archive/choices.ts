// What can be measured in the archive lab: programs, their levels, and the tables of the study that they belong to.
import type { Method } from '../../engine/archive/protocol';

/**
 * How a program gets the log: each file to one worker, each file in blocks to all workers, or all segments as one file
 * with a window over all.
 */
export type Way = 'whole' | 'blocks' | 'long';

/** A program at one level, and the way in which it gets the file. */
export interface Choice {
  method: Method;
  level: number;
  way: Way;
}

/** The window of `long`, in bits: 128 MB, what `zstd -d` takes without being told. */
export const LONG = 27;

/** Levels to choose from, and those that are chosen at first: the study's own and each program's default. */
export const METHODS: readonly { method: Method; levels: number[]; usual: number[] }[] = [
  { method: 'gzip', levels: range(1, 9), usual: [1, 6, 9] },
  { method: 'bzip2', levels: range(1, 9), usual: [1, 9] },
  { method: 'xz', levels: range(0, 9), usual: [1, 2] },
  { method: '7z', levels: range(1, 9), usual: [1] },
  { method: 'zstd', levels: [1, 3, 6, 9, 12, 15, 19], usual: [3] },
  { method: 'lz4', levels: [1, 3, 9], usual: [1] },
];

/** The program that works in blocks as we do. 7z and lz4 do not. */
export const PARALLEL: Partial<Record<Method, string>> = {
  gzip: 'pigz',
  bzip2: 'lbzip2',
  xz: 'xz -T',
  zstd: 'pzstd',
};

/** Whether a text names a program with a level that it has: `gzip-6`. */
export const isChoice = (name: string) =>
  METHODS.some(({ method, levels }) => levels.some((level) => name === `${method}-${level}`));

/** A unique key of a choice. */
export const keyOf = ({ method, level, way }: Choice) => `${method}-${level}-${way}`;

/** A choice as on a command line: `xz -2`, `7z -mx=5`, `pigz -6`, `zstd -3 --long`. */
export function nameOf({ method, level, way }: Choice): string {
  if (method === '7z') return `7z -mx=${level}`;
  if (way === 'long') return `${method} -${level} --long`;
  const program = way === 'blocks' ? (PARALLEL[method] ?? method) : method;
  return program === 'xz -T' ? `xz -T -${level}` : `${program} -${level}`;
}

/** The study's table that a choice belongs to. */
export function tableOf({ method, way }: Choice): 1 | 2 | 3 {
  if (way === 'blocks') return 3;
  return way === 'whole' && (method === 'gzip' || method === 'bzip2' || method === 'xz') ? 1 : 2;
}

/** A rough measure of how long a megabyte takes, so that quick choices run first. */
export function effort({ method, level }: Choice): number {
  // bzip2's levels are sizes of its block, and take as long.
  if (method === 'bzip2') return 0.1;
  const slow = { lz4: 0.005, zstd: 0.01, gzip: 0.02, '7z': 0.05, xz: 0.05 }[method];
  return slow * (method === 'xz' || method === '7z' ? (level < 4 ? 1 + level : 20 + level) : level);
}

/** The whole numbers from the first to the last. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
