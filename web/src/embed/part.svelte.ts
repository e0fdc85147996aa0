// A stage with one part alone: the row, the pages, the pages of indexes, the buffers or the log.
import type { Part } from '../timeline/compose';
import { fills, indexesOf } from '../timeline/resting';
import type { Composed, StageComposition } from '../workbench/composition.svelte';
import type { Selection } from '../workbench/selection.svelte';
import type { Session } from '../workbench/session.svelte';

/** The views that are a part of the stage, and which. */
export const PARTS = {
  row: 'row',
  pages: 'pages',
  index: 'pages',
  buffers: 'buffers',
  log: 'log',
} as const satisfies Record<string, Part>;
/** A view that is one part of the stage. */
export type PartView = keyof typeof PARTS;

/** Whether a view is one part of the stage. */
export const isPart = (view: string): view is PartView => Object.hasOwn(PARTS, view);

/** The composition of a stage that has one part alone. While the part is empty, the whole stage stands in its place. */
export class OnePart implements Composed {
  readonly whole = false;

  constructor(
    private readonly view: PartView,
    private readonly session: Session,
    private readonly composed: StageComposition,
    private readonly selection: Selection,
  ) {}

  /** The files that are drawn: those that the statement touched; all indexes if it touched none. */
  #drawn = $derived.by(() => {
    const { files } = this.composed;
    return this.view === 'index' ? indexesOf(this.session.timeline.scene, files) : files;
  });

  /** Whether the part has nothing to show: then the stage stands in its place. */
  nothing = $derived.by(() => {
    const { timeline, status } = this.session;
    const { scene } = timeline;
    if (status !== 'ready' || timeline.length === 0) return false;
    // While a statement plays, other parts are empty for a time; if its log is empty, it stays so.
    if (!scene.ended)
      return (
        this.view === 'log' &&
        scene.placed?.step.wal.length === 0 &&
        !fills('log', scene, null, false)
      );
    const { row, shown, exhibit } = this.selection;
    return !fills(PARTS[this.view], scene, this.#drawn, (row ?? shown ?? exhibit) !== null);
  });

  /** Whether one part is shown alone. */
  get alone() {
    return !this.nothing;
  }

  /** Whether a part of the stage is shown. */
  has(part: Part): boolean {
    return this.nothing ? this.composed.has(part) : PARTS[this.view] === part;
  }

  /** The files that are drawn. */
  get files() {
    return this.nothing ? this.composed.files : this.#drawn;
  }
}
