// The keys of a presentation: a clicker's, the arrows, and some letters.
import type { Presentation } from './presentation.svelte';

/** What keys can do beside going on and back. */
export interface Acts {
  presentation: Presentation;
  fullScreen: () => void;
  second: () => void;
  help: () => void;
  leave: () => void;
}

/** What each key does, in the order of the list that is shown. */
export const HELP: readonly (readonly [keys: string, does: string])[] = [
  ['→  PageDown  Space', 'On: ask, see it happen, what came of it'],
  ['←  PageUp', 'Back'],
  ['Home  End', 'The first step, the last'],
  ['r', 'Play it once more'],
  ['b  .', 'A black screen'],
  ['l', 'A pointer: hold it, or press it once'],
  ['f', 'Full screen'],
  ['s', 'Notes and the next step, in a second window'],
  ['Esc', 'Leave'],
];

/** The action of a key; null if the key has none. */
export function actOf(key: string, acts: Acts): (() => void) | null {
  const { presentation: at } = acts;
  switch (key) {
    case 'PageDown':
    case 'ArrowRight':
    case 'ArrowDown':
    case ' ':
    case 'n':
      return at.next;
    case 'PageUp':
    case 'ArrowLeft':
    case 'ArrowUp':
    case 'Backspace':
    case 'p':
      return at.back;
    case 'Home':
      return at.first;
    case 'End':
      return at.last;
    case 'r':
      return at.again;
    case 'b':
    case '.':
      return () => (at.black = !at.black);
    case 'f':
    case 'F5':
      return acts.fullScreen;
    case 's':
      return acts.second;
    case '?':
      return acts.help;
    case 'Escape':
      return at.black ? () => (at.black = false) : acts.leave;
    default:
      return null;
  }
}

/** Keys of a clicker, which go on and back wherever the focus is. */
const CLICKER = ['PageDown', 'PageUp'];

/**
 * Whether the key is not for the presentation: the focused element uses it, or Ctrl, Meta or Alt is held. A clicker's keys
 * without these always are for it.
 */
export function isTaken({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  const at = target as HTMLElement;
  if (CLICKER.includes(key)) return false;
  if (at.closest('input:not([type=range]), textarea, select, [contenteditable]')) return true;
  if (at.closest('input, [role=slider], canvas')) return /^(Arrow|Home|End|Enter| )/.test(key);
  return at.closest('button, a, summary') !== null && (key === ' ' || key === 'Enter');
}
