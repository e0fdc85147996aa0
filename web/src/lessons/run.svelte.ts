// A lesson while somebody goes through it: the step that is shown, the guesses, and what came of the steps that ran.
import { judge, remark, typedNumber, type Value, type Verdict } from './answer';
import { rangeOf } from '../timeline/passage';
import { positionOf } from '../timeline/named-place';
import type { Scene } from '../timeline/scene';
import type { Placed } from '../timeline/tape';
import type { Guess, Lesson, Look, Step } from './format';
import { knobValues, type Chosen } from './knobs';
import { readOutcome, type Outcome } from './outcome';
import { findRelation, type Relation } from './find-relation';
import type { Player, Ran } from './player';
import { Trial } from './trial.svelte';

/** What a lesson needs of the selection, to show what its step names. */
export interface Pointer {
  /** Shows a page on the stage. */
  show(relation: number, block: number, item?: number): unknown;
  showRow(relation: number, block: number, item: number): unknown;
  /** Shows what compression made of a row's values; without a row the last result. */
  showExhibit(row: { relation: number; block: number; item: number } | null): unknown;
  showLast(): void;
  clear(): void;
}

interface Done {
  outcome: Outcome;
  /** The engine's steps that it ran. */
  ids: number[];
  relations: Relation[];
}

/** The state of a lesson that is kept for a reload, beside the session itself. */
export interface KeptRun {
  index: number;
  said: [string, string][];
  done: { step: number; ids: number[]; printed: string; relations: Relation[] }[];
}

/** A guess of the current step, beside its answer. */
export interface GuessResult {
  said: string;
  value: Value | null;
  /** Why there is no answer. */
  missing: string;
  verdict: Verdict | null;
  remark: string;
}

/** The name of a guess. */
const key = (step: number, guess: number) => `${step}.${guess}`;

/**
 * One reader's way through a lesson. It runs the steps, keeps the guesses, and reads the values that the text names.
 */
export class LessonRun {
  readonly lesson: Lesson;
  index = $state(0);
  /** By step, what came of it. */
  #done = $state.raw<ReadonlyMap<number, Done>>(new Map());
  #said = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Whether steps are being run. */
  running = $state(false);

  step = $derived.by((): Step => this.lesson.steps[this.index] as Step);
  /** What came of the step while its knobs are not where they start. */
  #tried = $state.raw<{ done: Done; chosen: Chosen } | null>(null);
  done = $derived.by(() => this.#tried?.done ?? this.#done.get(this.index) ?? null);
  /** Whether the outcome that is shown is that of a turned knob, not of the step as it is written. */
  isTrial = $derived.by(() => this.#tried !== null);
  /** Whether there is nothing left to run on this step. */
  settled = $derived(!this.step.sql || this.done !== null);
  /** Whether the picture rests: nothing of the step is running or playing. */
  rests = $derived.by(() => !this.running && !this.player.timeline.passing);
  /** Whether the outcome of the step may be shown: it ran, and the picture rests. */
  answered = $derived.by(() => this.settled && this.rests);
  isLast = $derived.by(() => this.index === this.lesson.steps.length - 1);
  /** Values that the text may name: of this step once it ran, and of those before. */
  values = $derived.by(() => {
    const tried = this.#tried;
    const values = new Map(this.#valuesTo(tried ? this.index - 1 : this.index));
    if (tried) readOutcome(this.step, tried.done.outcome.printed, values, tried.chosen);
    for (const [name, value] of knobValues(this.step.knobs, this.trial.chosen)) {
      values.set(name, value);
    }
    return values as ReadonlyMap<string, Value>;
  });

  /** The trial of the current step. */
  readonly trial: Trial;
  /** Called with SQL that reaches an exercise's goal. */
  reached: ((sql: string) => void) | null = null;

  /** The step that the stage shows: the current one once it ran, until then the last one that did. */
  #shownIndex = $derived.by(() => {
    for (let i = this.index; i >= 0; i--) if (this.#done.has(i)) return i;
    return -1;
  });
  /** What that step says of the stage, and the engine's steps that it ran. */
  plan = $derived.by(() => this.lesson.steps[this.#shownIndex]?.stage ?? null);
  ran = $derived.by((): readonly number[] => {
    const shown = this.#shownIndex === this.index ? this.done : this.#done.get(this.#shownIndex);
    return shown?.ids ?? [];
  });

  constructor(
    lesson: Lesson,
    private readonly player: Player,
    private readonly pointer: Pointer,
  ) {
    this.lesson = lesson;
    this.trial = new Trial(player, (ran, chosen) => this.#showTrial(ran, chosen));
  }

  /** Shows what a trial gave in the step's place. */
  #showTrial(ran: Ran | null, chosen: Chosen) {
    const { index, step } = this;
    const before = this.#done.get(index);
    if (!before) return;
    if (!ran) {
      this.#tried = null;
      this.#show(index);
      return;
    }
    const values = new Map(this.#valuesTo(index - 1));
    const outcome = readOutcome(step, ran.printed, values, chosen);
    const relations = ran.steps.at(-1)?.relations ?? before.relations;
    this.#tried = { done: { outcome, ids: ran.steps.map((s) => s.id), relations }, chosen };
    this.#showLook(step.look, relations);
  }

  /** Turns a knob of the current step, after it ran. */
  turn(name: string, value: string) {
    if (!this.#done.has(this.index) || this.running) return;
    void this.trial.turn(this.step, this.#before(this.index), name, value);
  }

  /** Tries SQL out after the current step, for an exercise. */
  tryAfter(sql: string, shown = true): Promise<Ran | null> {
    const last = this.#done.get(this.index)?.ids.at(-1);
    return last === undefined ? Promise.resolve(null) : this.player.tryOut(sql, last, shown);
  }

  /** Removes the trial; what came of the step itself is shown again. */
  endTrial() {
    this.trial.end();
    this.#tried = null;
  }

  /** Shows the step as it was before the trial. */
  putBack() {
    this.endTrial();
    this.#show(this.index);
  }

  /** The values taken up to a step. */
  #valuesTo(index: number): ReadonlyMap<string, Value> {
    const values = new Map<string, Value>();
    for (let i = 0; i <= index; i++) {
      const done = this.#done.get(i);
      const step = this.lesson.steps[i];
      if (done && step) readOutcome(step, done.outcome.printed, values);
    }
    return values;
  }

  /** Whether a step has run, or has nothing to run. */
  isDone(index: number): boolean {
    return this.#done.has(index) || !this.lesson.steps[index]?.sql;
  }

  /** What was entered for a guess of the current step. */
  said(guess: number): string {
    return this.#said.get(key(this.index, guess)) ?? '';
  }

  /** Enters an answer to a guess of the current step. */
  say(guess: number, text: string) {
    this.#said = new Map(this.#said).set(key(this.index, guess), text);
  }

  /** The learner's drawing, as it is kept for a reload. */
  drawn(): string {
    return this.#said.get(`${this.index}.drawn`) ?? '';
  }

  /** Keeps the line that the reader has drawn for the current step. */
  draw(line: string) {
    this.#said = new Map(this.#said).set(`${this.index}.drawn`, line);
  }

  /** The SQL that was written for the exercise of the current step. */
  written(): string {
    return this.#said.get(`${this.index}.written`) ?? '';
  }

  /** Keeps the SQL that the reader has written for the exercise. */
  write(sql: string) {
    this.#said = new Map(this.#said).set(`${this.index}.written`, sql);
  }

  /** Whether a question of the current step is not answered yet. */
  open = $derived.by(() => {
    const { step } = this;
    if (this.done) return false;
    /** Whether a guess was given. */
    const given = ({ choices }: Guess, i: number) =>
      choices.length > 0 ? this.said(i) : typedNumber(this.said(i)) !== null;
    return !step.guesses.every(given) || (step.sketch !== null && !this.drawn());
  });

  /** A guess beside its answer; null before the step ran. */
  resultOf(guess: Guess): GuessResult | null {
    const answer = this.done?.outcome.answers.get(guess);
    if (!answer) return null;
    // What was guessed is not about what came of turning a knob.
    const said = this.isTrial ? '' : this.said(this.step.guesses.indexOf(guess)).trim();
    if ('missing' in answer) {
      return { said, value: null, missing: answer.missing, verdict: null, remark: '' };
    }
    const { value } = answer;
    const verdict = said ? judge(guess, said, value) : null;
    const words = verdict ? remark(guess, verdict, said, value) : '';
    return { said, value, missing: '', verdict, remark: words };
  }

  /** The engine's step after which a step of the lesson runs; 0: the empty database. */
  #before(index: number): number {
    for (let i = index - 1; i >= 0; i--) {
      const last = this.#done.get(i)?.ids.at(-1);
      if (last !== undefined) return last;
    }
    return 0;
  }

  /** Runs a step's SQL; null if it was cancelled. The stage does not change until the caller shows something. */
  async #runStep({ sql }: Step, index: number): Promise<Ran | null> {
    const from = this.#before(index);
    const ran = await this.player.runSql(sql, { from, firstLine: 1, stays: true });
    return ran?.cancelled ? null : ran;
  }

  /** Keeps what the statements of a step gave. */
  #keepRan(index: number, { steps, printed }: Ran) {
    const ids = steps.map((s) => s.id);
    this.#set(index, ids, printed, steps.at(-1)?.relations ?? []);
  }

  /** Keeps what came of a step, with its answers. */
  #set(index: number, ids: number[], printed: string, relations: Relation[]) {
    const step = this.lesson.steps[index];
    if (!step) return;
    const outcome = readOutcome(step, printed, new Map(this.#valuesTo(index - 1)));
    this.#done = new Map(this.#done).set(index, { outcome, ids, relations });
  }

  /**
   * Runs the current step. Plays its passage, unless `play` is false, and rests on the picture that the step
   * asks for.
   */
  async run(play = true) {
    if (this.running || this.settled || this.player.status !== 'ready') return;
    this.running = true;
    const { index, step } = this;
    const ran = await this.#runStep(step, index);
    // What it left on the tape was work enough for one task: the picture is the next one's.
    await new Promise((next) => setTimeout(next));
    // From here to the place that is shown nothing is waited for: one picture is drawn of all of it.
    this.running = false;
    if (!ran) return;
    this.#keepRan(index, ran);
    if (this.index !== index) return;
    if (play) this.watch();
    else this.#show(index);
  }

  /** Goes to a step. Earlier steps that have not run yet run first, without their questions. */
  async goTo(index: number) {
    if (this.running || index < 0 || index >= this.lesson.steps.length) return;
    this.endTrial();
    for (const [i, step] of this.lesson.steps.slice(0, index).entries()) {
      if (this.isDone(i)) continue;
      this.running = true;
      const ran = await this.#runStep(step, i);
      this.running = false;
      if (!ran) return;
      this.#keepRan(i, ran);
    }
    this.index = index;
    this.#show(index);
  }

  /** Forgets the whole run; the caller empties the database. */
  clear() {
    this.endTrial();
    this.#done = new Map();
    this.#said = new Map();
    this.index = 0;
  }

  /** Goes to the next step; at the last one nothing changes. */
  next = () => this.goTo(this.index + 1);
  /** Goes to the step before; at the first one nothing changes. */
  back = () => this.goTo(this.index - 1);

  /** Shows the stage at the end of a step; if it has not run, at the end of the one before. */
  #show(index: number) {
    const done = this.#done.get(index);
    const at = done?.ids.at(-1) ?? this.#before(index);
    if (at) this.player.timeline.showStep(at);
    this.pointer.clear();
    const shown = this.#done.get(this.#shownIndex);
    const look = this.lesson.steps[this.#shownIndex]?.look;
    if (shown && look && (done || !seeks(look))) this.#showLook(look, shown.relations);
  }

  /** The current step's statements, with their positions on the timeline. */
  #placed(): Placed[] {
    const ids = new Set(this.done?.ids);
    return this.player.timeline.tape.placed.filter(({ step }) => ids.has(step.id));
  }

  /** Plays the current step's passage, from its beginning or from `at`, then rests on the picture with the answer. */
  watch(at = 0) {
    const { index } = this;
    const range = rangeOf(this.#placed(), this.step.stage?.play ?? null);
    if (!range) return this.#show(index);
    this.pointer.clear();
    const from = at > range.from && at < range.to ? at : range.from;
    this.player.timeline.playPassage(from, range.to, () => {
      if (this.index === index) this.#show(index);
    });
  }

  /** Ends the playing and shows the picture with the answer. */
  skipToAnswer() {
    this.player.timeline.endPassage();
  }

  /** The scene on the stage. */
  get scene(): Scene {
    return this.player.timeline.scene;
  }

  /** Shows what a step says is to be looked at. */
  #showLook(look: Look | null, relations: Relation[]) {
    if (!look) return;
    if (look.kind === 'event' || look.kind === 'statement') {
      const to = positionOf(look, this.#placed());
      if (to !== undefined) this.player.timeline.seek(to);
      return;
    }
    if (look.kind === 'result') return this.pointer.showExhibit(null);
    const found = findRelation(look.relation, relations);
    if (!found) return;
    if (look.kind === 'row') {
      this.pointer.showRow(found.oid, look.block, look.item);
    } else if (look.kind === 'page') {
      this.pointer.show(found.oid, look.block, look.item);
    } else if (look.kind === 'streams') {
      const { block, item } = look;
      this.pointer.showExhibit({ relation: found.oid, block, item });
    }
  }

  /** The run as it is kept, so that a reload of the page can go on with it. */
  keep(): KeptRun {
    return {
      index: this.index,
      said: [...this.#said],
      done: [...this.#done].map(([step, { ids, outcome, relations }]) => ({
        step,
        ids,
        printed: outcome.printed,
        relations,
      })),
    };
  }

  /** Restores the state of before a reload; the engine runs the steps again. */
  restore(kept: KeptRun) {
    for (const { step, ids, printed, relations } of kept.done.toSorted((a, b) => a.step - b.step)) {
      this.#set(step, ids, printed, relations);
    }
    this.#said = new Map(kept.said);
    this.index = Math.min(Math.max(0, kept.index), this.lesson.steps.length - 1);
  }
}

/** Whether a look is a place on the timeline. */
const seeks = ({ kind }: Look) => kind === 'event' || kind === 'statement';
