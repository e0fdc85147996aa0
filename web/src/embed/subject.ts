// What every view of a frame is given: the session, and the steps that are shown of it.
import type { EmbedParams } from '../element/params';
import type { Composed } from '../workbench/composition.svelte';
import type { ByteHighlight } from '../workbench/byte-highlight.svelte';
import type { Selection } from '../workbench/selection.svelte';
import type { Session } from '../workbench/session.svelte';
import type { Conductor } from './conductor.svelte';
import type { Show } from './show.svelte';

/** What a view of a frame draws and acts on. */
export interface Subject {
  readonly params: EmbedParams;
  readonly session: Session;
  readonly selection: Selection;
  readonly highlight: ByteHighlight;
  readonly composition: Composed;
  /** Null where nothing has steps: an empty console. */
  readonly show: Show | null;
  readonly conductor: Conductor;
  /** The script as it was written, or the lesson's. */
  readonly text: string;
  /** Where it came from, if that is elsewhere. */
  readonly from: string;
  /** How much larger than on a desk the frame is drawn. */
  readonly larger: number;
}
