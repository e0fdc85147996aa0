// Compares what two runs of a statement printed and marks the lines that only one of them has.
import { diffArrays } from 'diff';

/** A line that a run printed, and whether it is marked. */
export interface MarkedLine {
  text: string;
  /** Whether the other run did not print this line. */
  differs: boolean;
}

/** A line as it is compared: psql makes columns as wide as their widest value, so spaces and rules do not count. */
const comparable = (line: string) => line.replaceAll(/\s+/g, ' ').replaceAll(/-{2,}/g, '--').trim();

/** The lines of `own`, each marked if it is not a line of `other` at its place. */
export const markedLines = (own: string, other: string): MarkedLine[] =>
  diffArrays(other.split('\n'), own.split('\n'), {
    comparator: (a, b) => comparable(a) === comparable(b),
  })
    .filter(({ removed }) => !removed)
    .flatMap(({ value, added }) => value.map((text) => ({ text, differs: added })));
