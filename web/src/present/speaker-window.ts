// The messages between the two windows of a presentation. Either may be loaded anew: the second window asks again and
// again. Each listens only to the other, and only if it comes from the same origin.
import type { Block } from '../lessons/prose';
import type { Value } from '../lessons/answer';

/** What the first window shows, for the second window, which the audience does not see. */
export interface SpeakerState {
  lesson: string;
  minutes: number;
  title: string;
  /** From 1. */
  step: number;
  of: number;
  beat: string;
  notes: Block[];
  values: [string, Value][];
  /** Questions of the step, each with its answer once it is known. */
  questions: { question: string; answer: string }[];
  next: { title: string; words: Block[]; sql: string } | null;
  black: boolean;
  /** Milliseconds of the clock at which it began. */
  began: number;
}

const WISHES = ['next', 'back', 'black', 'again'] as const;
/** What the second window may ask for. */
export type Wish = (typeof WISHES)[number];

const MARK = 'toastscope presenting';
/** Milliseconds from one question of the second window to the next. */
const ASK_EVERY = 1000;

/** Windows of a page that was opened from a disk have no origin of their own. */
const own = location.protocol === 'file:' ? '*' : location.origin;

/** Calls `act` with each message of the other window. Returns a function that ends this. */
function hear(
  from: () => Window | null,
  act: (what: Record<string, unknown>, who: Window) => void,
) {
  /** Handles a message of the other window. */
  const listen = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (origin !== location.origin && own !== '*') return;
    const expected = from();
    const what = data as Record<string, unknown> | null;
    if (typeof what !== 'object' || what?.mark !== MARK || !source) return;
    if (expected && source !== expected) return;
    act(what, source as Window);
  };
  addEventListener('message', listen);
  return () => removeEventListener('message', listen);
}

/** The side that is shown to the room. */
export class SpeakerWindow {
  #window: Window | null = null;
  #state: SpeakerState | null = null;
  #end: () => void;

  constructor(act: (wish: Wish) => void) {
    this.#end = hear(
      () => null,
      ({ wish, hello }, who) => {
        // Only a window that was opened from here: it knows this one as the one that did.
        if (who.opener !== window) return;
        this.#window = who;
        if (hello === true) this.#send();
        else if (WISHES.includes(wish as Wish)) act(wish as Wish);
      },
    );
  }

  /** Opens the speaker's window, or brings it to the front. False if the browser blocks it. */
  open(): boolean {
    const address = `${location.pathname}${location.search}#/notes`;
    const opened = window.open(address, 'toastscope-notes', 'popup,width=960,height=640');
    if (opened) this.#window = opened;
    return opened !== null;
  }

  /** Sends the state to the speaker's window. */
  tell(what: SpeakerState) {
    this.#state = what;
    this.#send();
  }

  /** Sends the state to the second window. */
  #send() {
    if (this.#state) this.#window?.postMessage({ mark: MARK, state: this.#state }, own);
  }

  /** Stops listening to the speaker's window. */
  close() {
    this.#end();
  }
}

/** The side of the second window: it gets the presentation's state, and asks for beats. */
export class PresenterConnection {
  #ends: (() => void)[];

  constructor(show: (state: SpeakerState) => void) {
    /** Asks the presentation for its state. */
    const ask = () => this.#post({ hello: true });
    const asking = setInterval(ask, ASK_EVERY);
    const end = hear(
      () => window.opener as Window | null,
      ({ state }) => {
        if (typeof state === 'object' && state !== null) show(state as SpeakerState);
      },
    );
    this.#ends = [end, () => clearInterval(asking)];
    ask();
  }

  /** Asks the presentation for something, such as the next step. */
  wish(wish: Wish) {
    this.#post({ wish });
  }

  /** Posts a message to the presentation. */
  #post(what: object) {
    (window.opener as Window | null)?.postMessage({ mark: MARK, ...what }, own);
  }

  /** Stops listening to the presentation's window. */
  close() {
    for (const end of this.#ends) end();
  }
}
