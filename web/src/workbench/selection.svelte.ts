// What is selected: a page, an item on it, a row.
import type { PageAnswer, RowView } from '../engine/protocol';
import { marksOf } from '../model/row-pages';
import type { Exhibit, RowPlace } from './exhibit';
import { LookedAt } from './looked-at.svelte';
import type { Session } from './session.svelte';

/** More items than a page can have. */
const MOST_ITEMS = 2040;

/** A page of a relation's main fork: the relation's oid and the block counted from 0. */
export interface PagePlace {
  relation: number;
  block: number;
}

/** A page as it was at a place on the timeline, and an item of it; 0 for none. */
interface ShownPage {
  at: number;
  item: number;
  page: PageAnswer;
}

/** Whether two answers are the same version of the same row. */
const sameRow = (a: RowView | null, b: RowView | null) =>
  a?.relation === b?.relation &&
  a?.tid.block === b?.tid.block &&
  a?.tid.offset === b?.tid.offset &&
  a?.tuple.xmin === b?.tuple.xmin;

/** What somebody looks at closely: the page, the item on it, the row, and what stands in the row's place. */
export class Selection {
  /** What the inspector shows. */
  readonly looked = new LookedAt();
  /** The page of a main fork that is looked at. */
  place = $derived.by((): PagePlace | null => {
    const { place } = this.looked;
    return place?.kind === 'page' && place.fork === 'main' ? place : null;
  });
  /** A page that the stage shows to scale, and an item of it. */
  #shown = $state.raw<ShownPage | null>(null);
  #wanted: PagePlace | null = null;
  /** What the stage shows in the row's place, and where on the timeline. */
  #exhibit = $state.raw<{ at: number; shown: Exhibit } | null>(null);
  /** A row that was asked for, and which one was the last written then: a later one takes its place. */
  #asked = $state.raw<{ row: RowView; last: RowView | null } | null>(null);

  #chosen = $derived.by(() => {
    const asked = this.#asked;
    return asked && sameRow(asked.last, this.session.lastRow) ? asked.row : null;
  });
  row = $derived.by(() => this.#chosen ?? this.session.lastRow);
  isLast = $derived(this.#chosen === null);
  /** What that row is called. */
  rowName = $derived.by(() => {
    if (!this.isLast) return 'row chosen';
    return this.session.rowRead ? 'row read' : 'row written last';
  });

  /** By relation, the pages that the row lies on. */
  marked = $derived(marksOf(this.row));

  /** The items of the page looked at that belong to the row. */
  markedItems = $derived.by(() => {
    const items = new Set<number>();
    const { row, place } = this;
    if (!row || !place) return items;
    /** Adds an item, if it is on the page. */
    const add = (relation: number, at: { block: number; offset: number }) => {
      if (relation === place.relation && at.block === place.block) items.add(at.offset);
    };
    /** Items one after the other, over pages. */
    const addAll = (relation: number, first: typeof row.tid, last: typeof row.tid) => {
      if (relation !== place.relation) return;
      if (place.block < first.block || place.block > last.block) return;
      const from = place.block === first.block ? first.offset : 1;
      const to = place.block === last.block ? last.offset : MOST_ITEMS;
      for (let offset = from; offset <= to; offset++) items.add(offset);
    };
    add(row.relation, row.tid);
    for (const entry of row.entries) add(entry.index, entry.at);
    for (const value of row.values) {
      for (const chunk of value.chunks) {
        addAll(value.toastRelation, chunk.tid, chunk.end);
        addAll(value.toastIndex, chunk.entry, chunk.entryEnd);
      }
    }
    return items;
  });

  /** The page that the stage shows, where the timeline still stands there. */
  shown = $derived.by(() => {
    const shown = this.#shown;
    return shown?.at === this.session.timeline.at ? shown : null;
  });

  /** What the stage shows in the row's place, where the timeline still stands there. */
  exhibit = $derived.by(() => {
    const exhibit = this.#exhibit;
    return exhibit?.at === this.session.timeline.at ? exhibit.shown : null;
  });

  constructor(private readonly session: Session) {}

  /** Opens a page in the inspector, and an item on it. */
  open(relation: number, block: number, item = 0) {
    this.looked.start({ kind: 'page', fork: 'main', relation, block, item });
  }

  /** Reads the open page and row again after a statement ran. */
  refresh() {
    void this.#again();
    this.looked.changes++;
  }

  /** Closes the inspector, and shows no row on the stage. */
  clear() {
    this.looked.close();
    this.#wanted = null;
    this.#shown = null;
    this.#exhibit = null;
  }

  /** Shows a page on the stage, to scale; its fields and bytes are loaded when they are asked for. */
  async show(relation: number, block: number, item = 0) {
    this.clear();
    const place = { relation, block };
    this.#wanted = place;
    const { at } = this.session.timeline;
    const page = await this.session.ask<'page'>({ kind: 'page', relation, fork: 'main', block });
    if (this.#wanted === place && page) this.#shown = { at, item, page };
  }

  /** Shows what compression made of a row's values; without a row the last result. */
  async showExhibit(row: RowPlace | null) {
    this.clear();
    const place = { relation: 0, block: 0 };
    this.#wanted = place;
    const { at } = this.session.timeline;
    const shown = await (await import('./exhibit')).exhibitOf(this.session, row);
    if (this.#wanted === place && shown) this.#exhibit = { at, shown };
  }

  /** Shows this row instead of the one written last. */
  async showRow(relation: number, block: number, offset: number) {
    const [row, last] = await Promise.all([
      this.session.ask<'row'>({ kind: 'row', relation, block, offset }),
      this.session.ask<'lastRow'>({ kind: 'lastRow' }),
    ]);
    this.#asked = row && { row, last };
  }

  /** Reads the row that was asked for again; forgets it if it is gone. Does nothing while no item is chosen. */
  async #again() {
    const asked = this.#asked;
    if (!asked || this.#chosen === null) return;
    const { relation, tid } = asked.row;
    const row = await this.session.ask<'row'>({ kind: 'row', relation, ...tid });
    if (this.#asked === asked) this.#asked = row && { ...asked, row };
  }

  /** Shows the row written last again. */
  showLast() {
    this.#asked = null;
  }
}
