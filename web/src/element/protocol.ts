// The messages between a page and the frame in it, version 1. Both sides import this and check what they hear, since
// the other side may be anybody's. What each message is for stands in messages.ts.

export const VERSION = 1;

/** What a frame shows, in few bytes: enough to show the same again after it was unloaded. */
export interface State {
  /** The step shown, from 1; 0 when there are none. */
  step: number;
  /** Frames of the timeline that have passed, over all steps so far; and how many there are. */
  at: number;
  length: number;
  playing: boolean;
  /** SQL that was run besides, after the step. */
  sql?: string;
}

/** What some SQL came to. */
export interface Ran {
  sql: string;
  /** What psql printed. */
  printed: string;
  failed: boolean;
}

/** Light, dark, or whichever of them the system has. */
export type Theme = 'light' | 'dark' | 'auto';

/** What the frame posts to the page around it. */
export type FrameMessage =
  /** `born` is another number when the frame was loaded again. */
  | { type: 'ready'; title: string; steps: string[]; step: number; born: number }
  | { type: 'step'; step: number; title: string }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'seek'; at: number; length: number }
  | ({ type: 'run' } & Ran)
  | { type: 'state'; state: State }
  /** px that the content would like to have. */
  | { type: 'height'; height: number }
  | {
      type: 'key';
      key: string;
      code: string;
      shiftKey: boolean;
      altKey: boolean;
      ctrlKey: boolean;
      metaKey: boolean;
    }
  | { type: 'error'; message: string };

/** What the page around posts to the frame. */
export type FrameRequest =
  /** Asks for `ready` again: a page that listens late has missed it. */
  | { type: 'hello' }
  | { type: 'play' | 'pause' | 'next' | 'back' }
  | { type: 'step'; step: number }
  | { type: 'seek'; at: number }
  | { type: 'run'; sql: string }
  /** Asks for the state, or brings one back. */
  | { type: 'state'; state?: State }
  | { type: 'theme'; theme: Theme }
  | { type: 'speed'; speed: number };

/** A message as the frame posts it. If it answers a request, it has the request's id. */
export type FromFrame = FrameMessage & { source: 'toastscope'; version: number; id?: number };
/** A request as it is posted to the frame; its answer has the same id. */
export type ToFrame = FrameRequest & { target: 'toastscope'; version?: number; id?: number };

/** The types that a message from a frame may have. */
export const FRAME_MESSAGES: readonly FrameMessage['type'][] = [
  'ready',
  'step',
  'play',
  'pause',
  'seek',
  'run',
  'state',
  'height',
  'key',
  'error',
];

/** Characters of SQL that a message may carry, as a lesson's step. */
export const MOST_SQL = 20_000;

/** Whether it is a whole number in this range. */
const isWhole = (n: unknown, from: number, to: number): n is number =>
  Number.isInteger(n) && (n as number) >= from && (n as number) <= to;
/** Whether it is a text that may be run as SQL. */
const isSql = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= MOST_SQL;
/** Whether it has properties. */
const isObject = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null;

/** Frames that a timeline may have: more than any has. */
const MOST_FRAMES = 1e7;
const MOST_STEPS = 999;

/** The state that data from outside holds, without its other properties; null if it is not well formed. */
export function stateOf(data: unknown): State | null {
  if (!isObject(data)) return null;
  const { step, at, length = 0, playing, sql } = data;
  if (!isWhole(step, 0, MOST_STEPS) || !isWhole(at, 0, MOST_FRAMES)) return null;
  if (!isWhole(length, 0, MOST_FRAMES) || typeof playing !== 'boolean') return null;
  if (sql !== undefined && !isSql(sql)) return null;
  return { step, at, length, playing, ...(sql === undefined ? {} : { sql }) };
}

/** The request in a message; null if it is none of ours or not well formed. */
function wellFormed(data: Record<string, unknown>): FrameRequest | null {
  const { type } = data;
  switch (type) {
    case 'hello':
    case 'play':
    case 'pause':
    case 'next':
    case 'back':
      return { type };
    case 'step':
      return isWhole(data.step, 1, MOST_STEPS) ? { type, step: data.step } : null;
    case 'seek':
      return isWhole(data.at, 0, MOST_FRAMES) ? { type, at: data.at } : null;
    case 'run':
      return isSql(data.sql) ? { type, sql: data.sql } : null;
    case 'state': {
      if (data.state === undefined) return { type };
      const state = stateOf(data.state);
      return state && { type, state };
    }
    case 'theme': {
      const { theme } = data;
      return theme === 'light' || theme === 'dark' || theme === 'auto' ? { type, theme } : null;
    }
    case 'speed': {
      const { speed } = data;
      const good = typeof speed === 'number' && speed >= 0.25 && speed <= 16;
      return good ? { type, speed } : null;
    }
    default:
      return null;
  }
}

/** What reveal.js says to any frame on a slide that comes or goes. */
const SLIDE: Readonly<Record<string, FrameRequest>> = {
  'slide:start': { type: 'play' },
  'slide:stop': { type: 'pause' },
};

/** The request in a message to the frame, and its number; null for any other message. */
export function readFrameRequest(
  data: unknown,
): { what: FrameRequest; id: number | undefined } | null {
  if (typeof data === 'string') {
    const what = Object.hasOwn(SLIDE, data) ? SLIDE[data] : undefined;
    return what ? { what, id: undefined } : null;
  }
  if (!isObject(data) || data.target !== 'toastscope') return null;
  const { version = VERSION, id } = data;
  if (version !== VERSION || !(id === undefined || isWhole(id, 1, Number.MAX_SAFE_INTEGER)))
    return null;
  const what = wellFormed(data);
  return what && { what, id };
}

/**
 * The number of a message to the frame that has our form but no known request: its sender gets an error as the
 * answer.
 */
export function unreadableId(data: unknown): number | null {
  if (!isObject(data) || data.target !== 'toastscope' || readFrameRequest(data)) return null;
  return isWhole(data.id, 1, Number.MAX_SAFE_INTEGER) ? data.id : null;
}

/** px that any content may want to be tall. */
const MOST_HEIGHT = 100_000;

/** Reads a message from a frame; null for any other. The fields that the outer page uses have been checked. */
export function readFrameMessage(data: unknown): FromFrame | null {
  if (!isObject(data) || data.source !== 'toastscope' || data.version !== VERSION) return null;
  if (!(FRAME_MESSAGES as readonly unknown[]).includes(data.type)) return null;
  const { type, step, height } = data;
  if (type === 'height' && !isWhole(height, 1, MOST_HEIGHT)) return null;
  if (type === 'step' && !isWhole(step, 0, MOST_STEPS)) return null;
  return data as FromFrame;
}
