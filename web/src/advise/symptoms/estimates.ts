// What TOAST makes of a value, by PostgreSQL's limits: chunks, pages, thresholds.
import { limits } from '../../engine/limits';

/** How many chunks a value of this size has. */
export const chunksOf = (bytes: number) => Math.max(1, Math.ceil(bytes / limits.toastMaxChunkSize));

/** Full chunks on a page. */
export const CHUNKS_A_PAGE = Math.floor(limits.blockSize / (limits.toastMaxChunkSize + 36));

/** Bytes of a TOAST table's pages with `values` values of `bytes` bytes each, if no tuple in it is dead. */
export const toastBytes = (values: number, bytes: number) =>
  Math.ceil((values * chunksOf(bytes)) / CHUNKS_A_PAGE) * limits.blockSize;

/** How many dead rows start autovacuum by default: 50 and a fifth of the rows. */
export const vacuumThreshold = (rows: number) => 50 + 0.2 * rows;

/** `autovacuum_vacuum_max_threshold`, which 18 has: so many dead rows are always enough. */
export const LATEST_FROM_18 = 100_000_000;

/** Bytes of a real[] with `numbers` elements: a header of 24 bytes, and 4 for each element. */
export const realsBytes = (numbers: number) => 24 + 4 * numbers;

/**
 * How many workers a parallel scan of a table of this size gets by default: one from 8 MB on, a second from
 * three times that on.
 */
export function workersFor(bytes: number): number {
  let [workers, threshold] = [0, 8 * 2 ** 20];
  while (bytes >= threshold && workers < 2) {
    workers++;
    threshold *= 3;
  }
  return workers;
}

/** The largest row that fits a page. */
export const LARGEST_ROW = limits.blockSize - 32;

/** The largest entry that fits a B-tree. */
export const LARGEST_ENTRY = 2704;
