// What is measured in the archive lab.
import type { Choice } from './choices';
import type { Inside } from './logs';

/** A choice measured on one log. */
export interface Result extends Choice {
  inside: Inside;
  /** Bytes of all its files. */
  size: number;
  /** Seconds to compress them, and to read them back: measured here. */
  seconds: number;
  unpacking: number;
}
