// The same script under two settings: two sessions, and one clock that moves both timelines.
import type { StepData } from '../engine/protocol';
import { temposOf } from '../timeline/frame-durations';
import { keepSession } from '../workbench/kept-session';
import { Session } from '../workbench/session.svelte';
import { sharedClock, placesAt, spanAt, stopAfter, stopBefore } from './shared-clock';
import type { Side } from './preset';

/** Two sessions that run one script, each with settings of its own, and the clock that moves both timelines. */
export class Pair {
  readonly left = unkept('compare left');
  readonly right = unkept('compare right');
  /** Milliseconds that have passed on the clock, at speed 1. */
  at = $state(0);
  playing = $state(false);
  speed = $state(2);
  #tick = 0;
  /** When the last picture was drawn; 0 before the first. */
  #drawn = 0;
  #last: Promise<void> = Promise.resolve();
  /** How many runs were asked for and are not done. */
  #open = $state(0);

  spans = $derived.by(() => {
    const [left, right] = [this.left, this.right].map(({ timeline }) => {
      void timeline.version;
      return timeline.tape.placed.map(({ step }) => step);
    }) as [StepData[], StepData[]];
    const tempos = Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
      temposOf([left[i] ?? [], right[i] ?? []].flat()),
    );
    return sharedClock(
      left.map((_, i) => tempos[i]?.[0] ?? []),
      right.map((_, i) => tempos[i]?.at(-1) ?? []),
    );
  });
  length = $derived(this.spans.at(-1)?.end ?? 0);
  /** The statement that plays, counted from 0; the settings count as statements before the script. */
  statement = $derived(spanAt(this.spans, this.at));
  busy = $derived(this.#open > 0 || this.left.status !== 'ready' || this.right.status !== 'ready');

  /**
   * Empties both databases, then runs each side's settings and the script, both sides at once. A later call
   * waits for the one that runs; if several wait, only the last runs. `play`: plays them then.
   */
  run(sides: readonly [Side, Side], script: string, play: boolean): Promise<void> {
    this.#open++;
    this.#last = this.#last
      .then(() => (this.#open === 1 ? this.#run(sides, script, play) : undefined))
      .finally(() => this.#open--);
    return this.#last;
  }

  /**
   * Runs the script in both sessions, each after its setting; once more if the browser ended an engine meanwhile.
   * `last`: then it does not.
   */
  async #run(
    sides: readonly [Side, Side],
    script: string,
    play: boolean,
    last = false,
  ): Promise<void> {
    this.pause();
    this.at = 0;
    await Promise.all([fresh(this.left), fresh(this.right)]);
    const [a, b] = sides;
    const ran = await Promise.all([
      this.left.runSql(`${a.setting}\n${script}`, { firstLine: 1 }),
      this.right.runSql(`${b.setting}\n${script}`, { firstLine: 1 }),
    ]);
    const broken = ran.some(({ failed, cancelled }) => failed && cancelled);
    const culprit = this.left.culprit || this.right.culprit;
    if (broken && !culprit && !last) return this.#run(sides, script, play, true);
    this.seek(this.length);
    if (play) this.play();
  }

  /** Moves both timelines to a time in milliseconds. */
  seek(to: number) {
    this.at = Math.max(0, Math.min(this.length, to));
    const [l, r] = placesAt(this.spans, this.at);
    this.left.timeline.seek(l);
    this.right.timeline.seek(r);
  }

  /** Pauses, and goes to the next time at which a side shows something else. */
  forward() {
    this.pause();
    this.seek(stopAfter(this.spans, this.at) ?? this.length);
  }
  /** Pauses, and goes to the previous time at which a side showed something else. */
  back() {
    this.pause();
    this.seek(stopBefore(this.spans, this.at));
  }
  /** Pauses, and goes to the end of the statement. */
  nextStatement() {
    this.pause();
    const span = this.spans.find((s) => s.end > this.at);
    if (span) this.seek(span.end);
  }
  /** Pauses, and goes to the beginning of the statement. */
  previousStatement() {
    this.pause();
    const span = this.spans[this.statement];
    if (span) this.seek(span.start);
  }

  /** Plays both sides from here; from the start, if they are at the end. */
  play() {
    if (this.length === 0) return;
    if (this.at >= this.length) this.seek(0);
    this.playing = true;
    this.#drawn = 0;
    this.#tick = requestAnimationFrame((now) => this.#move(now));
  }
  /** Pauses both sides; the clock stays where it is. */
  pause() {
    this.playing = false;
    cancelAnimationFrame(this.#tick);
  }
  /** Pauses if it plays, and plays if it is paused. */
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Moves the clock at each picture of the browser. */
  #move(now: number) {
    if (!this.playing) return;
    // After a pause of the browser one goes on where one was.
    const passed = this.#drawn === 0 ? 0 : Math.min(1000, now - this.#drawn);
    this.#drawn = now;
    if (passed > 0) this.seek(this.at + passed * this.speed);
    if (this.at >= this.length) this.playing = false;
    else this.#tick = requestAnimationFrame((then) => this.#move(then));
  }

  /** Pauses, empties both databases, and ends both sessions. */
  close() {
    this.pause();
    for (const session of [this.left, this.right]) {
      session.reset();
      session.close();
    }
  }
}

/** A session that begins empty and is not kept for a reload. */
function unkept(name: string): Session {
  keepSession(name, null);
  return new Session(name);
}

/** Waits until a session is ready, then resets it to an empty database. */
async function fresh(session: Session) {
  await ready(session);
  if (session.timeline.length === 0) return;
  session.reset();
  await ready(session);
}

/** Resolves when the session is ready. */
const ready = (session: Session) =>
  new Promise<void>((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (session.status !== 'ready') return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });
