// An embed on a slide goes where its deck goes. A deck says where it is, again and again; this brings the element
// there by the fewest messages, and keeps what a slide had when it was left. It knows nothing of any one deck.
import type { ToastScope } from '../element/element';
import type { State } from '../element/client';
import { autoplayAsked, readParams } from '../element/params';
import { hasPicture } from '../element/shell';

/** What a deck may drive: `<toast-scope>`, of which no more is needed. */
export type Driven = Pick<
  ToastScope,
  | 'start'
  | 'stop'
  | 'step'
  | 'play'
  | 'pause'
  | 'state'
  | 'restore'
  | 'getAttribute'
  | 'setAttribute'
>;

/** What a deck wants of an embed: whether it is a frame, whether it is shown, and its step. */
export interface Place {
  /** Whether it is to be a frame; else it is the picture of its step, which costs nothing. */
  live: boolean;
  /** Whether its slide is the one that is looked at. */
  shown: boolean;
  /** The step, from 1; 0 for the last of a script. */
  step: number;
}

/** Brings one embed to where its deck is, with as few messages as it takes. */
export class Follower {
  readonly #scope: Driven;
  #is: Place;
  #to: Place;
  #busy = false;
  /** Where the frame stood when its slide was left, and at which step of the deck; null once the deck went on there. */
  #kept: { step: number; state: State } | null = null;

  constructor(scope: Driven) {
    this.#scope = scope;
    this.#is = { live: false, shown: false, step: firstStep(scope) };
    this.#to = this.#is;
    // From now on it is the deck that says when there is a frame.
    scope.setAttribute('loading', 'never');
    scope.setAttribute('autoplay', autoplayAsked(scope.getAttribute('autoplay')));
  }

  /** Sets where the frame should be; an earlier request that has not happened yet is dropped. */
  go(to: Place): void {
    this.#to = to;
    // A frame that has not answered yet need not, once nobody wants it.
    if (this.#busy && this.#is.live && !to.live) this.#drop();
    if (!this.#busy) void this.#work();
  }

  /** Sends messages until the element is where the deck is. */
  async #work() {
    this.#busy = true;
    while (!same(this.#is, this.#to)) {
      try {
        await this.#advance(this.#to);
      } catch {
        // The frame says itself what went wrong; the deck goes on.
      }
    }
    this.#busy = false;
  }

  /**
   * Sends the message that brings the embed one thing nearer to what the slide asks for, and waits for its
   * answer.
   */
  async #advance(to: Place) {
    const is = this.#is;
    if (is.live && is.shown && !to.shown) {
      this.#is = { ...is, shown: false };
      this.#kept = { step: is.step, state: await this.#leave() };
    } else if (is.live && !to.live) {
      this.#drop();
    } else if (is.step !== to.step) {
      this.#is = { ...is, step: to.step };
      if (is.shown) this.#kept = null;
      if (is.live) await this.#show();
      else this.#scope.setAttribute('step', String(to.step));
    } else if (!is.live && to.live) {
      this.#is = { ...is, live: true };
      this.#scope.start();
      if (this.#left) await this.#show();
      // What plays before anybody sees it is played again when they do.
      else if (!to.shown) await this.#scope.pause();
    } else {
      this.#is = { ...is, shown: to.shown };
      if (is.live && to.shown) await this.#arrive();
    }
  }

  /** The state in which the wanted step was left; null if it was not shown before. */
  get #left(): State | null {
    return this.#kept?.step === this.#is.step ? this.#kept.state : null;
  }

  /** Shows the wanted step: as it was left, or from its beginning. */
  #show(): Promise<State> {
    const left = this.#left;
    return left ? this.#scope.restore({ ...left, playing: false }) : this.#play();
  }

  /** Begins to play the step. Step 0, the last one of a script, plays only with `autoplay`. */
  #play(): Promise<State> {
    const { step } = this.#is;
    if (step > 0) return this.#scope.step(step);
    return paramsOf(this.#scope).autoplay ? this.#scope.play() : this.#scope.state();
  }

  /** Removes the frame, so that the step's picture is seen. */
  #drop() {
    this.#is = { ...this.#is, live: false, shown: false };
    this.#scope.setAttribute('step', String(this.#is.step));
    this.#scope.stop();
  }

  /** Pauses, and returns the state in which the step was left. */
  async #leave(): Promise<State> {
    const { playing } = await this.#scope.state();
    return { ...(await this.#scope.pause()), playing };
  }

  /** Continues the step as it was left, or begins it the first time. */
  async #arrive() {
    const left = this.#left;
    if (!left) await this.#play();
    else if (left.playing) await this.#scope.play();
  }
}

/** The parameters that the element's attributes give. */
const paramsOf = (scope: Pick<Element, 'getAttribute'>) =>
  readParams((name) => scope.getAttribute(name)).params;

/** Whether two places are the same. */
const same = (a: Place, b: Place) => a.live === b.live && a.shown === b.shown && a.step === b.step;

/** The step that an embed shows first; by default 1 for a lesson, and 0, the end, for other SQL. */
export const firstStep = (scope: Pick<Element, 'getAttribute'>): number =>
  Number.parseInt(scope.getAttribute('step') ?? '', 10) || (scope.getAttribute('lesson') ? 1 : 0);

/** Whether an embed is printed as a frame, since it has no poster; it then shows the end of its step. */
export function printsFrame(scope: Pick<Element, 'getAttribute' | 'setAttribute'>): boolean {
  if (hasPicture(paramsOf(scope))) return false;
  scope.setAttribute('autoplay', '0');
  return true;
}
