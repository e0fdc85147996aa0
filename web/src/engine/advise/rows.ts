// Where every reader of a file puts its rows.
import type { Numbered, Refused } from './protocol';

/** Characters of the longest row that is read; a longer one is kept aside. Its trials would take minutes each. */
export const LONGEST = 2 ** 24;
/** What is said of a row that is longer. */
export const TOO_LONG = `longer than ${LONGEST / 2 ** 20} MB, the most that a row may have here`;
/** What stands for bytes that are no character, and what is said of a row that has it. */
export const REPLACED = '\ufffd';
export const NOT_UTF8 =
  'bytes that are not UTF-8, or a character that was lost earlier (U+FFFD): save the file as UTF-8';

/**
 * What a reader calls while it reads: with the names, each row in COPY's format, each refused row, and its progress.
 */
export interface Rows {
  /** The columns' names, before the first row, and what the numbers of rows count. */
  names: (names: string[], numbered: Numbered) => void;
  row: (number: number, line: string) => void;
  refused: (refused: Refused) => void;
  /** How much is read, from 0 to 1. */
  share: (share: number) => void;
}
