// Where every reader of a file puts its rows.
import type { Refused } from './protocol';

/**
 * What a reader calls while it reads: with the names, each row in COPY's format, each refused row, and its progress.
 */
export interface Rows {
  /** The columns' names, before the first row. */
  names: (names: string[]) => void;
  row: (number: number, line: string) => void;
  refused: (refused: Refused) => void;
  /** How much is read, from 0 to 1. */
  share: (share: number) => void;
}
