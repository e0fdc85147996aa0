// The timeline: the position on the tape, and playing from there. Nothing here runs SQL; it plays the steps that ran
// before.
import type { StepData, StepId } from '../engine/protocol';
import { kindOf, type Kind } from '../model/kinds';
import { World, type Touched } from '../model/world';
import { isAside, relationsLeftOut } from '../timeline/left-out-relations';
import { sceneAt, type Scene } from '../timeline/scene';
import { Tape, type Branch } from '../timeline/tape';
import { tempoOf, tempoOfAll } from '../timeline/frame-durations';
import { reducedMotion } from '../ui/reduced-motion';

/** A passage that is played: its frames, how long each is shown, and what follows when it was shown to its end. */
interface Passage {
  from: number;
  to: number;
  millis: Float64Array;
  then: () => void;
}

/** Milliseconds without a picture of the browser after which it was asleep, and not only slow. */
const ASLEEP = 1000;

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** The tape of a session, the position on it, and what plays. */
export class Timeline {
  tape = new Tape();
  /** Changes when the tape does. */
  version = $state(0);
  /** Frames on the branch that is looked at. */
  length = $state(0);
  scene = $state.raw<Scene>(sceneAt(this.tape, 0, new World(), null));
  playing = $state(false);
  speed = $state(1);
  /** Whether the current statement begins again when it ends. */
  loop = $state(false);
  /** Steps that were tried out: others take their places, and nothing goes on from there. */
  tried: ReadonlySet<StepId> = new Set();
  /** Tables that are not drawn: frames that are about them alone are passed over. */
  without: readonly string[] = [];
  /** Where playing ends; 0: at the end of the tape. */
  #until = 0;
  /** The passage that plays, or that was stopped and can be played on. */
  #passage = $state.raw<Passage | null>(null);
  #world = new World();
  /** When the next frame is to be shown, and when the browser drew last, in its milliseconds. */
  #due = 0;
  #pictured = 0;
  #tick = 0;

  at = $derived(this.scene.at);
  atEnd = $derived(this.at === this.length);
  /** Whether a passage was played to its end, and the picture that follows it is not on the screen yet. */
  #comesToRest = $state(false);
  /** Whether a passage is not over yet: it plays, or somebody stopped it on its way. */
  passing = $derived(this.#passage !== null || this.#comesToRest);

  /** The step whose end is looked at; while a step plays, the one before it. */
  base = $derived.by((): StepId => {
    const { placed, ended } = this.scene;
    return placed ? (ended ? placed.step.id : placed.step.parent) : 0;
  });

  /**
   * The step that one went back to on purpose: what runs next begins a branch there. Null as long as one did not, or
   * plays: then it runs after the last step (docs/decisions/0011).
   */
  wentBack = $state<StepId | null>(null);
  /** The step that a new statement runs after. */
  next = $derived.by((): StepId => (void this.version, this.wentBack ?? this.tape.tip));

  /** The branches there are, where there is more than one. */
  branches = $derived.by((): Branch[] => (void this.version, this.tape.branches(this.tried)));

  /**
   * Adds what ran, and goes to its end. With `stays` the position is kept, if what ran follows the branch's
   * last step.
   */
  add(steps: StepData[], stays = false) {
    const follows = this.tape.tip === steps[0]?.parent;
    const goesOn = follows && this.atEnd;
    const moved = steps.map((step) => this.tape.add(step)).includes(true);
    this.length = this.tape.length;
    this.version++;
    this.wentBack = null;
    if (stays && follows && !moved) return;
    if (moved || !goesOn) this.#world = this.tape.worldAt(this.length);
    else this.tape.advance(this.#world, this.at, this.length);
    this.#show(this.length, null);
  }

  /**
   * Replaces the previous trial by a new one and goes to its end, in one change of the picture. Without steps,
   * removes the trial.
   */
  swap(steps: StepData[]) {
    this.tape.remove([...this.tried]);
    for (const step of steps) this.tape.add(step);
    this.tried = new Set(steps.map((step) => step.id));
    this.length = this.tape.length;
    this.version++;
    this.wentBack = null;
    this.#world = this.tape.worldAt(this.length);
    this.#show(this.length, null);
  }

  /** Forgets all steps and stands at position 0 of an empty tape. */
  clear() {
    this.pause();
    this.tape = new Tape();
    this.tried = new Set();
    this.wentBack = null;
    this.#world = new World();
    this.length = 0;
    this.version++;
    this.#show(0, null);
  }

  /** Makes the scene of a position. */
  #show(at: number, touched: Touched | null) {
    this.scene = sceneAt(this.tape, at, this.#world, touched);
  }

  /**
   * Goes to a position that the reader chose, and pauses. From a position before the end, the next statement
   * begins a branch.
   */
  go(to: number) {
    this.pause();
    const meant = to < this.at || this.wentBack !== null;
    this.seek(to);
    this.wentBack = meant && !this.atEnd ? this.base : null;
  }

  /** Goes to a position; a passage that was stopped is over then. */
  seek(to: number) {
    if (!this.playing) this.#passage = null;
    this.#go(to);
  }

  /** Goes to a position; a step forward also says what the frame touched. */
  #go(to: number) {
    const at = this.#drawn(Math.max(0, Math.min(this.length, Math.round(to))));
    if (at === this.at) return;
    if (at === this.at + 1) {
      const touched: Touched = new Map();
      this.tape.advance(this.#world, this.at, at, touched);
      // The end of a step may take files away or cut them.
      this.#show(at, this.tape.placedAt(at)?.end === at ? null : touched);
      return;
    }
    this.#world = this.tape.worldAt(at);
    this.#show(at, null);
  }

  /** Whether a frame is passed over, since it is only about relations that are not drawn. */
  #passesOver(at: number): boolean {
    if (this.without.length === 0) return false;
    const frame = this.tape.frameAt(at);
    const out = relationsLeftOut(this.tape.relationsAt(at), this.without);
    return frame !== undefined && isAside(frame, this.tape.pinsAt(at), out);
  }

  /** The nearest position, on the way to `to`, whose frame is about something that is drawn. */
  #drawn(to: number): number {
    const way = to < this.at ? -1 : 1;
    let at = to;
    while (at > 0 && at < this.length && this.#passesOver(at)) at += way;
    return at;
  }

  /** Adds the items of some pages, from `first` on, to the current picture, which the inspector asked for. */
  detail(file: number, first: number, words: Uint16Array) {
    const state = this.#world.files.get(file);
    if (!state) return;
    const touched: Touched = new Map([[file, new Set<number>()]]);
    for (let at = 0, block = first; at < words.length && block < state.blocks; block++) {
      const end = at + 1 + 3 * (words[at] ?? 0);
      state.items.set(block, words.subarray(at + 1, end));
      touched.get(file)?.add(block);
      at = end;
    }
    this.scene = { ...this.scene, touched };
  }

  /** Goes to the next position. */
  forward() {
    this.go(this.at + 1);
  }

  /** Goes to the previous position. */
  back() {
    this.go(this.at - 1);
  }

  /** Goes to the end of the next statement, or of this one. */
  nextStep() {
    this.go(this.tape.placedAt(this.at + 1)?.end ?? this.at);
  }

  /** Goes to the beginning of the current statement, or from there to that of the one before. */
  previousStep() {
    this.go(this.tape.placedAt(this.at)?.start ?? 0);
  }

  /** Goes to the next frame of a kind, or to the previous one; false if there is none. */
  jump(kind: Kind, direction: 1 | -1 = 1): boolean {
    this.pause();
    for (let at = this.at + direction; at > 0 && at <= this.length; at += direction) {
      const frame = this.tape.frameAt(at);
      if (frame && kindOf(frame) === kind) {
        this.go(at);
        return true;
      }
    }
    return false;
  }

  /** Shows the end of a step, on its own branch; the next statement runs after it. */
  showStep(id: StepId) {
    this.pause();
    this.tape.show(id);
    this.length = this.tape.length;
    this.version++;
    this.wentBack = this.tape.tip === id ? null : id;
    const placed = this.tape.placed.find((p) => p.step.id === id);
    const at = placed?.end ?? this.length;
    this.#world = this.tape.worldAt(at);
    this.#show(at, null);
  }

  /** Plays from here, up to `until` if that is not 0; from the end, plays the last statement again. */
  play(until = 0) {
    if (this.length === 0) return;
    this.#until = until;
    this.#passage = null;
    if (this.atEnd) this.#go(this.scene.placed?.start ?? 0);
    this.#begin();
  }

  /** Begins to play. */
  #begin() {
    this.playing = true;
    this.#due = 0;
    cancelAnimationFrame(this.#tick);
    this.#tick = requestAnimationFrame((now) => this.#run(now));
  }

  /** Plays frames of one statement, then calls `then`; calls it at once if reduced motion is asked for. */
  playPassage(from: number, to: number, then: () => void) {
    this.pause();
    this.seek(reducedMotion.matches ? to : from);
    const placed = this.tape.placedAt(to);
    if (reducedMotion.matches || from >= to || !placed) {
      then();
      return;
    }
    const first = Math.max(0, from - 1 - placed.start);
    const millis = tempoOf(placed.step, first, to - placed.start);
    this.#passage = { from: placed.start + first + 1, to, millis, then };
    this.#until = to;
    this.#begin();
  }

  /** Ends a passage where it is, and calls its `then`; nothing happens without a passage. */
  endPassage() {
    if (!this.#passage) return;
    const { then } = this.#passage;
    this.pause();
    then();
  }

  /** How long a frame is shown. */
  #millisAt(at: number): number {
    if (this.#passesOver(at)) return 0;
    if (this.#passage) {
      const { from, millis } = this.#passage;
      return (millis[at - from] ?? 0) / this.speed;
    }
    const placed = this.tape.placedAt(at);
    return placed ? (tempoOfAll(placed.step)[at - 1 - placed.start] ?? 0) / this.speed : 0;
  }

  /** Pauses; a passage is over then. */
  pause() {
    this.#stop();
    this.#passage = null;
  }

  /** Stops playing. */
  #stop() {
    this.playing = false;
    cancelAnimationFrame(this.#tick);
  }

  /**
   * Pauses, or plays on (a passage to its own end). Playing on counts as watching: the next statement does not
   * begin a branch.
   */
  toggle() {
    if (this.playing) return this.#stop();
    this.wentBack = null;
    if (this.#passage) this.#begin();
    else this.play();
  }

  /** Plays faster from now on. */
  faster() {
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + 1)] ?? 1;
  }

  /** Plays slower from now on. */
  slower() {
    this.speed = SPEEDS[Math.max(0, SPEEDS.indexOf(this.speed) - 1)] ?? 1;
  }

  /** Goes on by the frames that are due at this picture. */
  #run(now: number) {
    if (!this.playing) return;
    // The first picture of a passage is looked at as well, and so is its last.
    if (this.#due === 0) this.#due = this.#passage ? now + this.#millisAt(this.at) : now;
    // While the browser draws nothing (the tab is behind another, or asleep) nothing is shown, so nothing plays.
    else if (now - this.#pictured > ASLEEP) this.#due += now - this.#pictured;
    this.#pictured = now;
    const until = this.#until || this.length;
    let to = this.at;
    // At high speed several frames fit between two pictures.
    while (now >= this.#due && to < this.length && to !== until) {
      to++;
      this.#due += this.#millisAt(to);
      if (this.loop && to === this.scene.placed?.end) break;
    }
    if (now - this.#due > 1000) this.#due = now;
    const placed = this.scene.placed;
    if (to !== this.at) this.#go(to);
    else if (this.loop && placed && this.at === placed.end && now >= this.#due)
      this.#go(placed.start);
    const reached = !this.loop && (this.at === this.length || this.at === until);
    if (reached && (!this.#passage || now >= this.#due)) this.#end();
    else this.#tick = requestAnimationFrame((then) => this.#run(then));
  }

  /**
   * Ends the playing. After a passage the next picture is drawn first, and what waits for the passage's end is done
   * with the one after.
   */
  #end() {
    if (!this.#passage) return this.pause();
    this.#comesToRest = true;
    requestAnimationFrame(() => (this.#comesToRest = false));
    this.endPassage();
  }
}
