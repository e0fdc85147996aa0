// Keys that a frame has no use for go to the deck around it, as if the frame were a picture.
import type { FrameMessageOf } from '../element/client';

/** The numbers that older decks know keys by, where they are not the letter's own. */
const CODES: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  F1: 112,
  '.': 190,
  '/': 191,
  '?': 191,
};

/** The old number of a key, which some decks still read. */
const codeOf = (key: string): number =>
  CODES[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);

/** Dispatches the keys that embeds below an element pass on, in the outer page. Returns a function that stops it. */
export function yieldKeys(root: EventTarget): () => void {
  /** Dispatches a key in the outer page. */
  const press = (event: Event) => {
    const { key, code, shiftKey, altKey, ctrlKey, metaKey } = (
      event as CustomEvent<FrameMessageOf<'key'>>
    ).detail;
    const keyCode = codeOf(key);
    const how = { key, code, keyCode, which: keyCode, shiftKey, altKey, ctrlKey, metaKey };
    // Some decks wait for the key to be let go.
    for (const type of ['keydown', 'keyup']) {
      document.dispatchEvent(new KeyboardEvent(type, { ...how, bubbles: true, cancelable: true }));
    }
  };
  root.addEventListener('toastscope-key', press);
  return () => root.removeEventListener('toastscope-key', press);
}
