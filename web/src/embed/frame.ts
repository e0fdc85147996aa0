// The frame's side towards the page around it: few messages, and keys that are not ours.
import { asked, type Asked, type Told } from './params';

/** Whether there is a page around this one. */
export const framed = window.parent !== window;

export function tell(what: Told) {
  // The page around may be anybody's; nothing told here is a secret.
  if (framed) window.parent.postMessage({ source: 'toastscope', ...what }, '*');
}

/** Hears what the page around asks. Returns how to stop. */
export function hear(act: (what: Asked) => void): () => void {
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    const what = source === window.parent ? asked(data) : null;
    if (what) act(what);
  };
  addEventListener('message', listen);
  return () => removeEventListener('message', listen);
}

/** Keys that what has the focus uses itself. */
function used({ key, target }: KeyboardEvent): boolean {
  const at = target as HTMLElement;
  if (key === 'Tab' || key === 'Shift') return true;
  if (at.closest('input, textarea, select, [contenteditable], [role=slider]')) return true;
  return at.closest('button, a, summary') !== null && (key === 'Enter' || key === ' ');
}

/**
 * Hands keys that nothing here uses to the page around, and gives the focus back after a click: a deck
 * goes on with its own keys as if the frame were a picture.
 */
export function yieldKeys(): () => void {
  const key = (event: KeyboardEvent) => {
    if (!framed || event.defaultPrevented || used(event)) return;
    event.preventDefault();
    const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
    tell({ type: 'key', key, code, shiftKey, altKey, ctrlKey, metaKey });
  };
  const click = (event: MouseEvent) => {
    const at = event.target as HTMLElement;
    if (!framed || at.closest('input, textarea, select')) return;
    (document.activeElement as HTMLElement | null)?.blur();
    window.parent.focus();
  };
  addEventListener('keydown', key);
  addEventListener('click', click);
  return () => {
    removeEventListener('keydown', key);
    removeEventListener('click', click);
  };
}
