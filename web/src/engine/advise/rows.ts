// What every reader of a file hands its rows to.
import type { Refused } from './protocol';

/** What a reader tells of. Rows are lines in COPY's format. */
export interface Rows {
  /** The columns' names, before the first row. */
  names: (names: string[]) => void;
  row: (number: number, line: string) => void;
  refused: (refused: Refused) => void;
  /** How much is read, from 0 to 1. */
  share: (share: number) => void;
}
