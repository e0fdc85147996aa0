// What is looked at byte by byte: the way to it, and the item on a page. It is kept here alone; the inspector's fields and
// bytes, the stage's outline and a link follow from it.
import type { Place } from '../engine/protocol';

/** A step of the way: what was opened, and how it is called. */
export interface Crumb {
  place: Place;
  label: string;
}

/** Whether two places are the same page or value; items on the page left aside. */
export function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'record' || b.kind === 'record')
    return a.kind === 'record' && b.kind === 'record' && a.lsn === b.lsn;
  if (a.kind === 'image' || b.kind === 'image')
    return a.kind === 'image' && b.kind === 'image' && a.lsn === b.lsn && a.id === b.id;
  if (a.relation !== b.relation || a.block !== b.block) return false;
  if (a.kind === 'page') return b.kind === 'page' && a.fork === b.fork;
  return b.kind === 'value' && a.item === b.item && a.column === b.column && a.plain === b.plain;
}

export class LookedAt {
  trail = $state.raw<readonly Crumb[]>([]);
  /** The line pointer that is looked at, from 1; 0 for none. */
  item = $state(0);
  /** How many times what is looked at has to be read again. */
  changes = $state(0);

  place = $derived(this.trail.at(-1)?.place ?? null);

  /** Begins a way; the page that is looked at already stays, and the item is another. */
  start(place: Place) {
    if (this.place && samePlace(this.place, place))
      this.item = place.kind === 'page' ? place.item : 0;
    else this.#go([{ place, label: '' }]);
  }

  /** Goes on to this, or back to it where the way came by. */
  follow(place: Place) {
    const known = this.trail.findIndex((crumb) => samePlace(crumb.place, place));
    const way = known >= 0 ? this.trail.slice(0, known) : this.trail;
    this.#go([...way, { place, label: '' }]);
  }

  /** Looks at another in the place of the last: the next page, the other side of a value. */
  instead(place: Place) {
    this.#go([...this.trail.slice(0, -1), { place, label: '' }]);
  }

  /** Goes back to a step of the way. */
  back(step: number) {
    this.#go(this.trail.slice(0, step + 1));
  }

  /** Says how the last step of the way is called. */
  name(label: string) {
    const last = this.trail.at(-1);
    if (last) this.trail = [...this.trail.slice(0, -1), { ...last, label }];
  }

  close() {
    this.#go([]);
  }

  #go(trail: readonly Crumb[]) {
    this.trail = trail;
    const place = trail.at(-1)?.place;
    this.item = place?.kind === 'page' ? place.item : 0;
  }
}
