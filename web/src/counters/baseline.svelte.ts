// The counters of a statement that somebody pinned, with which later ones are compared.
import type { Usage } from '../engine/protocol';
import { sizesOf, type Sizes } from '../model/relation-sizes';
import type { Scene } from '../timeline/scene';
import { titleOf } from '../timeline/statement-title';

/** The counters of a statement that somebody pinned, and the sizes of the relations then. */
export interface Pinned {
  /** The statement that was counted. */
  label: string;
  usage: Usage;
  sizes: Sizes;
}

/** The pinned counters with which later ones are compared; null while none are. */
export class Baseline {
  pinned = $state.raw<Pinned | null>(null);

  /** Remembers the current counters as the baseline. */
  pin(scene: Scene) {
    this.pinned = {
      label: titleOf(scene.placed?.step.text ?? ''),
      usage: scene.counters.statement,
      sizes: sizesOf(scene.relations, scene.files),
    };
  }

  /** Forgets the pinned counters, so that nothing is compared. */
  clear() {
    this.pinned = null;
  }
}
