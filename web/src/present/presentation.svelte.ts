// A lesson being presented: which beat of which step is shown, whether the screen is black, and when it began.
import type { LessonRun } from '../lessons/run.svelte';
import type { Timeline } from '../workbench/timeline.svelte';
import { beatsOf, neighbour, type Beat, type BeatPosition } from './beats';

/**
 * The state of a lesson while it is presented. Its methods go from beat to beat. A step that is reached and has not run is
 * run by the component that draws this (Presenter.svelte), once the engine is ready.
 */
export class Presentation {
  beat = $state<Beat>('ask');
  black = $state(false);
  /** Milliseconds of the clock at which it began. */
  readonly began = Date.now();
  /** Where it goes on to; null at the end. */
  following = $derived.by(() => neighbour(this.run.lesson.steps, this.#here(), 1));

  constructor(
    readonly run: LessonRun,
    private readonly timeline: Timeline,
  ) {}

  #here = (): BeatPosition => ({ step: this.run.index, beat: this.beat });

  /**
   * Goes to a beat; null goes nowhere. Plays the step again if it ran before and its question was shown until now. The
   * screen is no longer black.
   */
  async go(to: BeatPosition | null) {
    const { run } = this;
    this.black = false;
    if (!to || run.running) return;
    const same = to.step === run.index;
    if (!same) {
      await run.goTo(to.step);
      if (run.index !== to.step) return;
    }
    const seen = to.beat === 'show' && this.beat === 'ask' && same;
    this.beat = to.beat;
    // What ran already is played again when one comes to it anew, and stands at its end when one comes back.
    if (seen && run.done) run.watch();
  }

  /** The next beat; while something plays, the end of it. */
  next = () => {
    if (this.black) this.black = false;
    else if (this.beat === 'show' && this.timeline.playing) this.skipToAnswer();
    else void this.go(this.following);
  };

  /** Goes to the beat before this one, if the lesson has one. */
  back = () => void this.go(neighbour(this.run.lesson.steps, this.#here(), -1));
  /** Goes to the first beat of the lesson's first step. */
  first = () => void this.go({ step: 0, beat: 'ask' });
  /** Goes to the last beat of the lesson's last step. */
  last = () => {
    const { steps } = this.run.lesson;
    const step = steps.length - 1;
    const beat = steps[step] && beatsOf(steps[step]).at(-1);
    if (beat) void this.go({ step, beat });
  };

  /** Plays what tells the step once more. */
  again = () => {
    if (!this.run.done) return;
    this.beat = 'show';
    this.run.watch();
  };

  /** Ends the playing, and shows the picture with the answer. */
  skipToAnswer() {
    this.timeline.pause();
    void this.run.goTo(this.run.index);
  }
}
