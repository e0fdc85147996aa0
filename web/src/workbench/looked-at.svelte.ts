// What the inspector has open: the trail of places that led to it, and the item on the page. It is kept here alone; the
// inspector's fields and bytes, the stage's outline and a link follow from it.
import type { Place } from '../engine/protocol';

/** A place on the trail: what was opened, and what it is called. */
export interface Crumb {
  place: Place;
  label: string;
}

/** Whether two places are the same page, value or record; items on the page are not compared. */
function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'record' || b.kind === 'record')
    return a.kind === 'record' && b.kind === 'record' && a.lsn === b.lsn;
  if (a.kind === 'image' || b.kind === 'image')
    return a.kind === 'image' && b.kind === 'image' && a.lsn === b.lsn && a.id === b.id;
  if (a.relation !== b.relation || a.block !== b.block) return false;
  if (a.kind === 'page') return b.kind === 'page' && a.fork === b.fork;
  return b.kind === 'value' && a.item === b.item && a.column === b.column && a.plain === b.plain;
}

/** The places that the inspector has open, one from the other, and the item that is chosen on the page. */
export class LookedAt {
  trail = $state.raw<readonly Crumb[]>([]);
  /** The line pointer that is looked at, from 1; 0 for none. */
  item = $state(0);
  /** Grows when what is open has changed and must be read again. */
  changes = $state(0);

  place = $derived(this.trail.at(-1)?.place ?? null);

  /** Begins a new trail; if the page is open already, only the item changes. */
  start(place: Place) {
    if (this.place && samePlace(this.place, place))
      this.item = place.kind === 'page' ? place.item : 0;
    else this.#go([{ place, label: '' }]);
  }

  /** Opens a place to which the open one leads; if it is on the trail already, goes back to it. */
  follow(place: Place) {
    const known = this.trail.findIndex((crumb) => samePlace(crumb.place, place));
    const way = known >= 0 ? this.trail.slice(0, known) : this.trail;
    this.#go([...way, { place, label: '' }]);
  }

  /** Replaces the last place of the trail: by the next page, or by the value decompressed. */
  replaceLast(place: Place) {
    this.#go([...this.trail.slice(0, -1), { place, label: '' }]);
  }

  /** Goes back to the place at this index of the trail. */
  back(step: number) {
    this.#go(this.trail.slice(0, step + 1));
  }

  /** Names the last place of the trail. */
  name(label: string) {
    const last = this.trail.at(-1);
    if (last) this.trail = [...this.trail.slice(0, -1), { ...last, label }];
  }

  /** Closes the inspector and forgets the trail. */
  close() {
    this.#go([]);
  }

  /** Follows a trail to its last place. */
  #go(trail: readonly Crumb[]) {
    this.trail = trail;
    const place = trail.at(-1)?.place;
    this.item = place?.kind === 'page' ? place.item : 0;
  }
}
