// A stage of one part: the row, the pages, those of indexes alone, the buffers or the log.
import type { Part } from '../timeline/compose';
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
export type PartView = keyof typeof PARTS;

export const isPart = (view: string): view is PartView => Object.hasOwn(PARTS, view);

export class OnePart implements Composed {
  readonly whole = false;

  constructor(
    private readonly view: PartView,
    private readonly session: Session,
    private readonly composed: StageComposition,
    private readonly selection: Selection,
  ) {}

  /** Those that the statement touched; of indexes all when it touched none. */
  #drawn = $derived.by(() => {
    const { files } = this.composed;
    if (this.view !== 'index') return files;
    const { relations } = this.session.timeline.scene;
    const indexes = relations.filter(({ role }) => role === 'index' || role === 'toastIndex');
    const touched = indexes.filter(({ file }) => files?.has(file));
    return new Set((touched.length > 0 ? touched : indexes).map(({ file }) => file));
  });

  /** Whether the part has nothing to show where a statement ended: then the stage stands in its place. */
  nothing = $derived.by(() => {
    const { timeline, status } = this.session;
    const { ended, relations } = timeline.scene;
    if (!ended || status !== 'ready' || timeline.length === 0) return false;
    if (this.view === 'row')
      return !(this.selection.row ?? this.selection.shown ?? this.selection.exhibit);
    if (PARTS[this.view] !== 'pages') return false;
    return !relations.some(({ file }) => this.#drawn?.has(file) ?? true);
  });

  get alone() {
    return !this.nothing;
  }

  has(part: Part): boolean {
    return this.nothing ? this.composed.has(part) : PARTS[this.view] === part;
  }

  get files() {
    return this.nothing ? this.composed.files : this.#drawn;
  }
}
