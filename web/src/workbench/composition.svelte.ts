// Which parts of the stage are shown: those that the statement proposes or the lesson's step names, or all of them.
import type { StepId } from '../engine/protocol';
import { compose, type Part, type Plan } from '../timeline/compose';
import type { Session } from './session.svelte';

const KEY = 'toastscope stage';

const NONE: ReadonlySet<StepId> = new Set();

/** What the stage asks of what composes it. */
export interface Composed {
  /** Whether everything is shown. */
  readonly whole: boolean;
  /** Whether one part is shown by itself; then the sentence on what happens has no room beside it. */
  readonly alone: boolean;
  has(part: Part): boolean;
  /** The files whose pages are drawn; null: all. */
  readonly files: ReadonlySet<number> | null;
  /** SQL that will run next: what it makes is outlined as long as there is nothing else. */
  readonly coming?: string;
  /** Set where one part was asked for that has nothing to show here. */
  readonly nothing?: boolean;
}

/** Which parts and which files the stage shows at this position. */
export class StageComposition implements Composed {
  readonly alone = false;
  /** Whether everything is shown: the workbench. */
  whole = $state(false);
  /** What the lesson's step says of the stage, and the statements that it ran. */
  plan = $state.raw<Plan | null>(null);
  together = $state.raw<ReadonlySet<StepId>>(NONE);
  coming = $state('');

  /** The statements up to the place looked at. */
  #placed = $derived.by(() => {
    const { timeline } = this.session;
    void timeline.version;
    const { placed } = timeline.scene;
    const all = timeline.tape.placed;
    return placed ? all.slice(0, all.indexOf(placed) + 1) : [];
  });
  #composed = $derived.by(() => compose(this.#placed, this.together, this.plan));

  /** @param kept whether the next visit begins with what was chosen here */
  constructor(
    private readonly session: Session,
    private readonly kept = false,
  ) {
    if (!kept) return;
    try {
      this.whole = localStorage.getItem(KEY) === 'whole';
    } catch {
      // Without storage every visit begins composed.
    }
  }

  /** Whether a part is on the stage. A row that was read is, unless a lesson says what is shown. */
  has(part: Part): boolean {
    if (part === 'row' && this.plan === null && this.session.rowRead) return true;
    return this.whole || this.#composed.parts.has(part);
  }

  /** The files whose pages are drawn; null: all. */
  files = $derived.by(() => (this.whole ? null : this.#composed.files));

  /** Shows all parts, or again only those that were chosen. */
  toggle() {
    this.whole = !this.whole;
    if (!this.kept) return;
    try {
      localStorage.setItem(KEY, this.whole ? 'whole' : 'composed');
    } catch {
      // Then it holds for this visit.
    }
  }

  /**
   * Sets what a lesson's step chooses; null: nothing. `ran` are the step's statements; `coming` is SQL of it
   * that has not run yet.
   */
  followStep(plan: Plan | null, ran: readonly StepId[], coming = '') {
    this.coming = coming;
    this.plan = plan;
    this.together = new Set(ran);
    this.session.timeline.without = plan?.without ?? [];
  }
}
