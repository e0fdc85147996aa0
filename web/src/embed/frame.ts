// The frame's side of the messages between it and the page around it: requests that come in, messages that go out, and
// keys that the frame has no use for.
import {
  readFrameRequest,
  unreadableId,
  VERSION,
  type FrameRequest,
  type FrameMessage,
} from '../element/protocol';

/** Whether there is a page around this one. */
export const framed = window.parent !== window;

/** Another number each time the frame is loaded. */
export const BORN = performance.timeOrigin;

/** The message that answers a request with an id. */
export type Answer = Extract<FrameMessage, { type: 'state' | 'run' | 'error' }>;

/** The answer to a message of this protocol that is not valid. */
const UNREADABLE = 'This is no message of version 1, or what it carries is not within its bounds.';

let host = '';
/** The `ready` message, for a page that asks for it later. */
let ready: FrameMessage | null = null;

/**
 * Fixes the origin of the outer page: only messages from it are read, and only it gets messages. Without this,
 * any page may be the outer one.
 */
export function answerOnly(origin: string) {
  host = origin;
}

/** Whether a message comes from the outer page and from the right origin. */
export const fromHost = ({ source, origin }: MessageEvent<unknown>) =>
  framed && source === window.parent && (host === '' || origin === host);

/** Posts a message to the outer page; `id` is the number of the question that it answers. */
export function tell(what: FrameMessage, id?: number) {
  if (what.type === 'ready') ready = what;
  if (!framed) return;
  // A page on disk has no origin that could be named; nothing told here is a secret.
  const target = host === '' || host === 'null' ? '*' : host;
  const message = { source: 'toastscope', version: VERSION, ...what, ...(id ? { id } : {}) };
  window.parent.postMessage(message, target);
}

/**
 * Listens to the outer page, and lets `act` carry out its requests. A request with a number is answered; errors are
 * posted without one too. Answers `hello` itself, with the `ready` message. Returns a function that stops it.
 */
export function hear(
  act: (what: Exclude<FrameRequest, { type: 'hello' }>) => Promise<Answer>,
): () => void {
  /** Handles a message of the page around. */
  const listen = (event: MessageEvent<unknown>) => {
    if (!fromHost(event)) return;
    const found = readFrameRequest(event.data);
    if (!found) {
      const id = unreadableId(event.data);
      if (id !== null) tell({ type: 'error', message: UNREADABLE }, id);
      return;
    }
    const { what, id } = found;
    if (what.type === 'hello') {
      if (ready) tell(ready);
      return;
    }
    void act(what).then(
      (answer) => {
        if (id) tell(answer, id);
      },
      (error: unknown) => tell({ type: 'error', message: String(error) }, id),
    );
  };
  addEventListener('message', listen);
  return () => removeEventListener('message', listen);
}

/** Whether the focused element uses the key itself. */
function used({ key, target }: KeyboardEvent): boolean {
  const at = target as HTMLElement;
  if (key === 'Tab' || key === 'Shift') return true;
  if (at.closest('input, textarea, select, [contenteditable], [role=slider]')) return true;
  return (
    at.closest('button, a, summary, [role=button]') !== null && (key === 'Enter' || key === ' ')
  );
}

/**
 * Passes unused keys to the outer page, and gives the focus back after a click, so that a deck's own keys keep
 * working.
 */
export function yieldKeys(): () => void {
  /** Hands a key on to the page around, if the frame has not used it. */
  const key = (event: KeyboardEvent) => {
    if (!framed || event.defaultPrevented || used(event)) return;
    event.preventDefault();
    const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
    tell({ type: 'key', key, code, shiftKey, altKey, ctrlKey, metaKey });
  };
  /** Gives the focus back to the page around after a click that means nothing here. */
  const click = (event: MouseEvent) => {
    const at = event.target as HTMLElement;
    if (!framed || at.closest('input, textarea, select, [contenteditable]')) return;
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
