// One plain sentence for each frame. This folder is the only one that puts events into words; a kind of event
// without a sentence does not compile.
import type { Frame, StageEvent } from '../../engine/protocol';
import type { Names } from '../../model/names';
import type { Pin } from '../../model/tape-words';
import { sliceSentence, pages } from './slices';
import { READING } from './reading';
import { RECOVERY } from './recovery';
import { ROW } from './row';
import type { SentenceTable } from './shared-words';
import { STATEMENT } from './statement';
import { TOAST } from './toast';
import { TREE } from './btree';

const SAYS: SentenceTable = { ...STATEMENT, ...ROW, ...TOAST, ...READING, ...TREE, ...RECOVERY };

/** The sentence of an event. */
function event(e: StageEvent, names: Names): string {
  const say = SAYS[e.kind] as (e: StageEvent, names: Names) => string;
  return say(e, names);
}

/** The sentence that says what happened in a frame. */
export function sentence(frame: Frame, pins: Pin[], names: Names): string {
  // What a statement wrote before it failed is on its pages; one that only read, or was not understood, left nothing.
  if (frame.event?.kind === 'statementFailed' && frame.wal > 0)
    return `${event(frame.event, names)} What the statement wrote stays on its pages, invisible.`;
  if (frame.event) return event(frame.event, names);
  return frame.bulk ? sliceSentence(frame.bulk) : pages(pins, names);
}
