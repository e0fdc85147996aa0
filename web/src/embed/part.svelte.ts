// A stage of one part: the row, the pages, those of indexes alone, the buffers or the log.
import type { Part } from '../timeline/compose';
import type { Composed, StageComposition } from '../workbench/composition.svelte';
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
  readonly alone = true;

  constructor(
    private readonly view: PartView,
    private readonly session: Session,
    private readonly composed: StageComposition,
  ) {}

  has(part: Part): boolean {
    return PARTS[this.view] === part;
  }

  /** Those that the statement touched; of indexes all when it touched none. */
  files = $derived.by(() => {
    const { files } = this.composed;
    if (this.view !== 'index') return files;
    const { relations } = this.session.timeline.scene;
    const indexes = relations.filter(({ role }) => role === 'index' || role === 'toastIndex');
    const touched = indexes.filter(({ file }) => files?.has(file));
    return new Set((touched.length > 0 ? touched : indexes).map(({ file }) => file));
  });
}
