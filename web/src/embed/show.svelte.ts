// What a frame shows step by step: the steps of a lesson, or the statements that ran in a shared session.
import type { Lesson } from '../lessons/format';
import { LessonRun } from '../lessons/run.svelte';
import type { Plan } from '../timeline/compose';
import { titleOf } from '../timeline/statement-title';
import type { Selection } from '../workbench/selection.svelte';
import type { Session } from '../workbench/session.svelte';

/** Something with steps that a frame shows one after the other. */
export interface Show {
  readonly title: string;
  /** The titles of its steps; empty until they are known. */
  readonly titles: readonly string[];
  /** From 0. */
  readonly index: number;
  readonly running: boolean;
  /** How often the embed went to a step. Each time, what was open in the inspector is closed. */
  readonly visits: number;
  /** Whether the current step ran, or has nothing to run. */
  readonly settled: boolean;
  /** What the step runs. */
  readonly sql: string;
  /** What the step says of the stage, and the engine's steps that it ran. */
  readonly plan: Plan | null;
  readonly ran: readonly number[];
  /** Set where the steps are a lesson's. */
  readonly run: LessonRun | null;
  /** Goes to a step, runs it, and shows its end, or plays it. */
  goTo(index: number, play: boolean): Promise<void>;
  /** Plays the step from its beginning, or from a place in it. */
  watch(from?: number): void;
}

/**
 * How the steps of a lesson are shown: played on the stage (`plays`), by their ends alone (`ends`), or only once the reader ran
 * them, since their questions come first (`asks`).
 */
export type StepMode = 'plays' | 'ends' | 'asks';

/** Shows the steps of a lesson. */
export class LessonShow implements Show {
  readonly run: LessonRun;
  readonly titles: readonly string[];
  visits = $state(0);

  constructor(
    private readonly lesson: Lesson,
    private readonly session: Session,
    selection: Selection,
    private readonly mode: StepMode,
  ) {
    this.run = new LessonRun(lesson, session, selection);
    this.titles = lesson.steps.map((step) => step.title);
  }

  /** The title of the lesson. */
  get title() {
    return this.lesson.title;
  }
  /** The index of the step that is shown. */
  get index() {
    return this.run.index;
  }
  /** Whether steps of the lesson are being run. */
  get running() {
    return this.run.running;
  }
  /** Whether there is nothing left to run on the step. */
  get settled() {
    return this.run.settled;
  }
  /** The SQL of the step that is shown. */
  get sql() {
    return this.run.step.sql;
  }
  /** The step's plan: which parts of the stage it shows. */
  get plan() {
    return this.run.plan;
  }
  /** Which steps of the engine the shown step ran. */
  get ran() {
    return this.run.ran;
  }

  /** Goes to a step; plays it if `play` is true. */
  async goTo(index: number, play: boolean) {
    const { run, mode } = this;
    await run.goTo(index);
    this.visits++;
    if (mode === 'asks' || run.index !== index) return;
    const plays = play && mode === 'plays';
    if (!run.settled) await run.run(plays);
    else if (plays) run.watch();
    const last = run.ran.at(-1);
    if (mode === 'ends' && last !== undefined) this.session.timeline.showStep(last);
  }

  /** Plays the current step, from `from` if that is given. */
  watch(from?: number) {
    if (this.run.settled) this.run.watch(from);
    else void this.run.run();
  }
}

/** The statements of a session, on the branch that was looked at. */
export class SessionShow implements Show {
  readonly title = 'A shared session';
  readonly run = null;
  readonly plan = null;
  readonly ran: readonly number[] = [];
  readonly running = false;
  readonly visits = 0;
  readonly settled = true;

  #placed = $derived.by(() => {
    void this.session.timeline.version;
    return this.session.timeline.tape.placed;
  });
  titles = $derived(this.#placed.map(({ step }) => titleOf(step.text)));
  index = $derived.by(() => {
    const { placed } = this.session.timeline.scene;
    return placed ? this.#placed.indexOf(placed) : 0;
  });
  sql = $derived.by(() => this.session.timeline.scene.placed?.step.text.trim() ?? '');

  constructor(private readonly session: Session) {}

  /** Goes to a step of the session; plays it if `play` is true. */
  goTo(index: number, play: boolean): Promise<void> {
    const placed = this.#placed[index];
    if (placed) {
      this.session.timeline.showStep(placed.step.id);
      if (play) this.watch();
    }
    return Promise.resolve();
  }

  /** Plays the current step, from `from` if that is given. */
  watch(from?: number) {
    const { timeline } = this.session;
    const { placed } = timeline.scene;
    if (!placed) return;
    const within = from !== undefined && from > placed.start && from < placed.end;
    timeline.playPassage(within ? from : placed.start, placed.end, () => {
      timeline.showStep(placed.step.id);
    });
  }
}
