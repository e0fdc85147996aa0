// Drives a frame from the page around it: `connect(iframe)`, then its methods, each of which is one message.
import {
  readFrameMessage,
  VERSION,
  type FrameRequest,
  type FromFrame,
  type Ran,
  type State,
  type ToFrame,
  type FrameMessage,
} from './protocol';

export type { Ran, State, Theme, FrameMessage } from './protocol';

/** The frame's message of one type. */
export type FrameMessageOf<T extends FrameMessage['type']> = Extract<FrameMessage, { type: T }>;

type Hearer = (what: never) => void;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** A frame that listens. Its methods resolve once the frame did what it was asked, or reject with the frame's words. */
export class Frame {
  readonly #iframe: HTMLIFrameElement;
  readonly #hearers = new Map<string, Set<Hearer>>();
  readonly #waiting = new Map<number, Waiting>();
  /** Requests that wait until the frame is ready. */
  #early: (() => void)[] = [];
  #ready: FrameMessageOf<'ready'> | null = null;
  #next = 1;

  constructor(iframe: HTMLIFrameElement) {
    this.#iframe = iframe;
    addEventListener('message', this.#hear);
    // A frame that was there first is asked to say so again; one whose page is not there yet will say so by itself.
    const blank = iframe.contentDocument?.URL === 'about:blank';
    if (!blank) this.#post({ type: 'hello' });
  }

  /** The origin of the frame's page, from its address; `null` if the address has none. */
  get #origin(): string {
    return new URL(this.#iframe.src, document.baseURI).origin;
  }

  #hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== this.#iframe.contentWindow) return;
    if (origin !== this.#origin) return;
    const what = readFrameMessage(data);
    if (what) this.#take(what);
  };

  /** Handles a message of the frame. */
  #take(what: FromFrame) {
    if (what.type === 'ready') {
      if (this.#ready && this.#ready.born !== what.born) this.#lost();
      this.#ready = what;
      for (const post of this.#early.splice(0)) post();
    }
    const waiting = what.id === undefined ? undefined : this.#waiting.get(what.id);
    if (waiting && what.id !== undefined) {
      this.#waiting.delete(what.id);
      if (what.type === 'error') waiting.reject(new Error(what.message));
      else if (what.type === 'state') waiting.resolve(what.state as never);
      else if (what.type === 'run') {
        const { sql, printed, failed } = what;
        waiting.resolve({ sql, printed, failed } as never);
      }
      return;
    }
    for (const hearer of this.#hearers.get(what.type) ?? []) hearer(what as never);
  }

  /** Posts a request to the frame; with an id it gets an answer. */
  #post(what: FrameRequest, id?: number) {
    // An address on disk has no origin that could be named.
    const target = this.#origin === 'null' ? '*' : this.#origin;
    const message: ToFrame = {
      ...what,
      target: 'toastscope',
      version: VERSION,
      ...(id ? { id } : {}),
    };
    this.#iframe.contentWindow?.postMessage(message, target);
  }

  #ask<T>(what: FrameRequest): Promise<T> {
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#ready) this.#post(what, id);
      else this.#early.push(() => this.#post(what, id));
    });
  }

  /** The frame's `ready` message; null before it comes. */
  get ready(): FrameMessageOf<'ready'> | null {
    return this.#ready;
  }

  /** Plays on; from the end, the step again. */
  play = (): Promise<State> => this.#ask({ type: 'play' });
  /** Pauses the timeline where it stands. */
  pause = (): Promise<State> => this.#ask({ type: 'pause' });
  /** Shows a step, counted from 1. */
  step = (step: number): Promise<State> => this.#ask({ type: 'step', step });
  /** Shows the next step; at the last one nothing changes. */
  next = (): Promise<State> => this.#ask({ type: 'next' });
  /** Shows the step before; at the first one nothing changes. */
  back = (): Promise<State> => this.#ask({ type: 'back' });
  /** Goes to a place of the timeline, in frames. */
  seek = (at: number): Promise<State> => this.#ask({ type: 'seek', at });
  /** Runs other SQL after what is shown. */
  run = (sql: string): Promise<Ran> => this.#ask({ type: 'run', sql });
  /** Asks for the state that the frame shows, so that `restore` can bring it back. */
  state = (): Promise<State> => this.#ask({ type: 'state' });
  /** Shows again what a state says; `state` returned it earlier. */
  restore = (state: State): Promise<State> => this.#ask({ type: 'state', state });
  /** Sets the theme; `auto` follows the system. */
  theme = (theme: 'light' | 'dark' | 'auto'): Promise<State> => this.#ask({ type: 'theme', theme });
  /** Sets the speed of playing; 1 is the usual one. */
  speed = (speed: number): Promise<State> => this.#ask({ type: 'speed', speed });

  /**
   * Calls `hear` for each message of a type; returns a function that ends it. `ready` comes again when the
   * frame is loaded again.
   */
  on<T extends FrameMessage['type']>(type: T, hear: (what: FrameMessageOf<T>) => void): () => void {
    const hearers = this.#hearers.get(type) ?? new Set();
    this.#hearers.set(type, hearers);
    hearers.add(hear as Hearer);
    return () => hearers.delete(hear as Hearer);
  }

  /** Stops listening. Requests without an answer fail. */
  close() {
    removeEventListener('message', this.#hear);
    this.#early = [];
    this.#lost();
    this.#hearers.clear();
  }

  /** Fails the requests that a document which is gone will not answer. */
  #lost() {
    for (const { reject } of this.#waiting.values()) {
      reject(new Error('The frame was closed or loaded again.'));
    }
    this.#waiting.clear();
  }
}

/** Connects to a frame, whether it is loaded already or not. */
export const connect = (iframe: HTMLIFrameElement): Frame => new Frame(iframe);
