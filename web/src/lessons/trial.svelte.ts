// A step that runs again while its knobs are turned. One run goes at a time: the newest choice waits for it, and
// cancels it when it takes long.
import type { Step } from './format';
import { atStart, sqlWith, type Chosen } from './knobs';
import type { Player, Ran } from './player';

/** Milliseconds that a run may take before a newer wish ends it. */
const CANCEL_AFTER = 120;

/** Resolves at the next picture of the browser. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Where the knobs of a step stand, and the run with these values. */
export class Trial {
  /** Where the knobs stand. */
  chosen = $state.raw<Chosen>(new Map());
  #wanted: Chosen | null = null;
  #since = 0;
  #busy = false;
  #round = 0;

  constructor(
    private readonly player: Player,
    /** Shows what came of it; of null, the step as it was. */
    private readonly show: (ran: Ran | null, chosen: Chosen) => void,
  ) {}

  /** Turns a knob; the step runs again from the state before it. */
  async turn(step: Step, from: number, name: string, value: string) {
    this.chosen = new Map(this.chosen).set(name, value);
    this.#wanted = this.chosen;
    if (this.#busy) {
      if (performance.now() - this.#since > CANCEL_AFTER) this.player.cancelTrial();
      return;
    }
    this.#busy = true;
    const round = this.#round;
    while (this.#wanted && round === this.#round) {
      const chosen: Chosen = this.#wanted;
      this.#wanted = null;
      this.#since = performance.now();
      if (atStart(step.knobs, chosen)) {
        this.player.endTrial();
        this.show(null, chosen);
      } else {
        const ran = await this.player.tryOut(sqlWith(step, chosen), from);
        if (!ran || round !== this.#round) break;
        if (!ran.cancelled) this.show(ran, chosen);
      }
      await nextFrame();
    }
    if (round === this.#round) this.#busy = false;
  }

  /** Sets the knobs back, and removes the trial. */
  end() {
    this.#round++;
    this.#wanted = null;
    this.#busy = false;
    if (this.chosen.size > 0) this.chosen = new Map();
    this.player.endTrial();
  }
}
