// Carries out the requests of the page around the frame, one after the other, and reports which requests would show
// the same again.
import type { FrameRequest, State } from '../element/protocol';
import { theme } from '../ui/theme.svelte';
import type { Session } from '../workbench/session.svelte';
import type { Answer } from './frame';
import type { Show } from './show.svelte';

/** What can only be asked while something is shown that runs. */
const NOT_YET = 'The reader has not said yet that this may run.';

/** Carries out the requests of the page around, in the order in which they come. */
export class Conductor {
  /** Whether steps play by themselves, when the frame is opened or the page around asks for them. */
  autoplay: boolean;
  /** Whether it may run: it was checked, or the reader said so. */
  allowed = $state(false);
  /** Whether the step that was asked for first is shown. */
  shown = $state(false);
  /** How often the page around chose a position of the timeline: the picture then follows from the position alone. */
  sought = $state(0);
  /** The step that was asked for last, from 0. */
  #aim = 0;
  /** SQL that ran besides, after the step. */
  #own = '';
  /** The end of what is shown, where more ran after it; and the last that ran, as long as nothing else did. */
  #end: { after: number | null; tip: number } | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Requests that come before the first step is shown wait for it. */
  readonly #begun: Promise<void>;
  #begin = () => {};

  constructor(
    private readonly session: Session,
    private readonly show: Show | null,
    { autoplay, allowed }: { autoplay: boolean; allowed: boolean },
  ) {
    this.autoplay = autoplay;
    this.allowed = allowed;
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
  }

  /** Shows the first step, counted from 0. */
  async begin(index: number) {
    await this.goTo(index, this.autoplay);
    this.shown = true;
    this.#begin();
  }

  /** The state of the embed, as it is reported to the outer page. */
  get state(): State {
    const { timeline } = this.session;
    const state = {
      step: this.show ? this.show.index + 1 : 0,
      at: timeline.at,
      length: timeline.length,
      playing: timeline.playing,
    };
    return this.#own ? { ...state, sql: this.#own } : state;
  }

  /** Runs `what` after everything that was asked before. */
  #after<T>(what: () => Promise<T>): Promise<T> {
    const done = this.#last.then(what, what);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Shows a step that the reader asks for, counted from 0. Going forward it plays; going back its end is shown. */
  goTo(index: number, play = true): Promise<void> {
    return this.#after(() => this.#goTo(index, play));
  }

  /** Waits until nothing runs: the engine may be starting, or running earlier steps again. */
  #ready(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (this.session.status !== 'ready') return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
    });
  }

  /** Shows again what was asked for last, if the engine stopped before it was shown. */
  again(): Promise<void> {
    const { show } = this;
    const there = show === null || (show.settled && show.index === this.#aim);
    return there ? Promise.resolve() : this.goTo(this.#aim, false);
  }

  /** Goes to a step, and plays it if that is wished. */
  async #goTo(index: number, play: boolean) {
    const { show } = this;
    if (!this.allowed) return;
    await this.#ready();
    if (!show || index < 0 || index >= show.titles.length) return;
    this.#aim = index;
    this.#own = '';
    await show.goTo(index, play && !(this.shown && index < show.index));
    const { wentBack, tape } = this.session.timeline;
    this.#end = { after: wentBack, tip: tape.tip };
  }

  /**
   * Runs the outer page's SQL after the step that is shown and what ran since; the position within the step
   * does not matter. `play`: plays it.
   */
  async #run(sql: string, play: boolean): Promise<Answer> {
    if (!this.allowed) return { type: 'error', message: NOT_YET };
    await this.#ready();
    const { tip } = this.session.timeline.tape;
    const options = { play, from: this.#end?.tip === tip ? (this.#end.after ?? tip) : tip };
    let result = await this.session.runSql(sql, options);
    // The engine went, but not because of this: what ran before runs again in the next, and then this.
    if (result.cancelled && this.session.stopped && !this.session.culprit) {
      await this.#ready();
      result = await this.session.runSql(sql, options);
    }
    this.#own = [this.#own, sql].filter(Boolean).join('\n');
    const { printed, failed } = result;
    return { type: 'run', sql, printed, failed };
  }

  /** Brings back what a frame showed: step, SQL and place. */
  async #restore(to: State) {
    await this.#goTo(to.step - 1, false);
    if (to.sql) await this.#run(to.sql, false);
    this.session.timeline.seek(to.at);
    this.sought++;
    if (!to.playing) return;
    if (to.sql) this.session.timeline.play();
    else this.show?.watch(to.at);
  }

  /** Plays what the outer page ran, or the step's passage if it ran nothing. */
  #play() {
    const { timeline } = this.session;
    if (timeline.playing) return;
    if (this.#own) timeline.play();
    else this.show?.watch(timeline.scene.ended ? undefined : timeline.at);
  }

  /** Carries out a request of the outer page; resolves when it is done. */
  async act(what: Exclude<FrameRequest, { type: 'hello' }>): Promise<Answer> {
    if (this.allowed && !this.shown) await this.#begun;
    return this.#after(async () => {
      switch (what.type) {
        case 'step':
          await this.#goTo(what.step - 1, this.autoplay);
          break;
        case 'next':
          await this.#goTo((this.show?.index ?? 0) + 1, this.autoplay);
          break;
        case 'back':
          await this.#goTo((this.show?.index ?? 0) - 1, false);
          break;
        case 'play':
          this.#play();
          break;
        case 'pause':
          this.session.timeline.pause();
          break;
        case 'seek':
          this.session.timeline.pause();
          this.session.timeline.seek(what.at);
          this.sought++;
          break;
        case 'run':
          return this.#run(what.sql, this.autoplay);
        case 'state':
          if (what.state) await this.#restore(what.state);
          break;
        case 'theme':
          theme.choose(what.theme === 'auto' ? '' : what.theme);
          break;
        case 'speed':
          this.session.timeline.speed = what.speed;
          break;
      }
      return { type: 'state', state: this.state };
    });
  }
}
