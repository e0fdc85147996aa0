// The bytes of a page that are highlighted: the hex, the fields and the stage show the same ones, whichever of them
// began it.
import { getContext, setContext } from 'svelte';
import type { Fork } from '../engine/protocol';

/** Bytes of one page of one relation. */
export interface PageRange {
  /** `pg_class.oid`. */
  relation: number;
  fork: Fork;
  block: number;
  /** The first byte, from the page's start. */
  at: number;
  /** How many; from 0 as many as a page has for the whole page. */
  length: number;
}

/** An item of a page. */
export interface Stop {
  relation: number;
  block: number;
  offset: number;
}

/** The pane that began the highlight: a pane does not scroll to what it highlighted itself. */
export type Origin = 'stage' | 'fields' | 'bytes';

/** The bytes that are highlighted, and the pane that began it. */
export class ByteHighlight {
  range = $state.raw<PageRange | null>(null);
  origin = $state.raw<Origin | null>(null);
  /** Items that a way leads over: all of them are highlighted. */
  stops = $state.raw<readonly Stop[]>([]);

  /** Highlights these bytes until another highlight replaces them or the same pane clears them. */
  show(range: PageRange, origin: Origin) {
    this.range = range;
    this.origin = origin;
  }

  /** Ends the highlight, if this pane began it. */
  clear(origin: Origin) {
    if (this.origin !== origin) return;
    this.range = null;
    this.origin = null;
  }

  /** The highlighted bytes of a page; null if there are none. */
  on(relation: number, block: number, fork: Fork = 'main'): PageRange | null {
    const r = this.range;
    return r && r.relation === relation && r.block === block && r.fork === fork ? r : null;
  }

  /** Whether some of these bytes of a page are highlighted. */
  touches(relation: number, block: number, at: number, length: number, fork: Fork = 'main') {
    const r = this.on(relation, block, fork);
    return r !== null && r.at < at + length && at < r.at + r.length;
  }
}

const KEY = Symbol('byte highlight');

/** Provides a byte highlight to all components below; two runs side by side have one each. */
export const provideByteHighlight = () => setContext(KEY, new ByteHighlight());

/** The byte highlight that the nearest ancestor provides. */
export const useByteHighlight = () => getContext<ByteHighlight>(KEY);
