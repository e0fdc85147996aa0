// The result of one measurement in the archive lab.
import type { Choice } from './choices';
import type { WalCompression } from './logs';

/** A choice measured on one log. */
export interface Result extends Choice {
  inside: WalCompression;
  /** Bytes of all its files. */
  size: number;
  /** Seconds to compress them, and to read them back: measured here. */
  seconds: number;
  unpacking: number;
  /** Seconds of all threads that compressed. */
  cpu: number;
  /**
   * Bytes that the compressors' module had at its most for the first file of the log, less the file itself: each program
   * in a module of its own. Measured for the log as it is, and for files in one piece.
   */
  memory?: number;
}
