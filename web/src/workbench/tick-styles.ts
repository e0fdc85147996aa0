// How the ticks of the timeline look: each family's hue and how high its ticks are, so that hue is not the only sign.
import type { Family } from '../model/kinds';

interface Look {
  token: string;
  /** A share of the track's height. */
  height: number;
  /** What ticks of this kind are about. */
  says: string;
}

export const FAMILIES: Record<Family, Look> = {
  statement: { token: 'ink-soft', height: 1, says: 'a statement begins or ends' },
  row: { token: 'heap-3', height: 0.7, says: 'a row' },
  toast: { token: 'toast-3', height: 0.85, says: 'TOAST at work' },
  index: { token: 'index-3', height: 0.5, says: 'an index' },
  read: { token: 'toast-4', height: 0.6, says: 'a value is read back' },
  dead: { token: 'dead', height: 0.4, says: 'something dies, or is swept away' },
  pages: { token: 'rule-strong', height: 0.3, says: 'pages, and the log' },
  many: { token: 'heap-2', height: 0.5, says: 'many rows in one go' },
};
