// A number that moves to its next value gradually, a little at each picture.
import { untrack } from 'svelte';
import { reducedMotion } from '../../ui/reduced-motion';

/** Slow at both ends. */
const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** A number that moves from one value to the next in some milliseconds. */
export class GlidingNumber {
  /** Where it is. */
  now = $state(0);
  #to: number;
  #frame = 0;

  constructor(
    at: number,
    /** Milliseconds that the way takes. */
    private readonly takes: number,
  ) {
    this.now = at;
    this.#to = at;
  }

  /** Moves to a number gradually, unless reduced motion is asked for. */
  go(to: number, takes = this.takes) {
    if (to === this.#to) return;
    this.stop();
    this.#to = to;
    if (reducedMotion.matches) {
      this.now = to;
      return;
    }
    const from = untrack(() => this.now);
    let began = 0;
    /** Moves the number a little at each picture. */
    const step = (time: number) => {
      began ||= time;
      const share = Math.min(1, (time - began) / takes);
      this.now = from + (to - from) * ease(share);
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Sets the number without motion. */
  jump(to: number) {
    this.stop();
    this.#to = to;
    this.now = to;
  }

  /** Stops the motion; the number stays where it is. */
  stop() {
    cancelAnimationFrame(this.#frame);
  }
}
