// Whether a thing is in view: where it is drawn, and which part of that the window shows.

/** Runs in the page and adds `visible.unseen`, and `visible.port`, which the search for cut parts needs too. */
export function installInView() {
  const { timeline } = globalThis.toastscope.session;

  /** The map of a relation's pages. */
  const map = (relation) => document.querySelector(`article[data-relation="${relation}"]`);

  /** Finds where a thing is drawn; null if it is not drawn. */
  function find(thing) {
    if (thing.what === 'row') {
      const element = document.querySelector('[data-part=row] svg');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'value') {
      const element = document.querySelector('[data-part=row] [data-testid=fetch]');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'chunk') {
      const element =
        document.querySelector(`[data-flight="chunk ${thing.chunk}"]`) ??
        document.querySelector('[data-part=row] svg');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'log') {
      const element = document.querySelector('[data-part=log]');
      return element && { element, box: element.getBoundingClientRect() };
    }
    const element = map(thing.relation);
    if (!element) return null;
    if (thing.what === 'relation') return { element, box: element.getBoundingClientRect() };
    const relation = timeline.scene.relations.find((r) => r.name === thing.relation);
    const box = globalThis.toastscope.placeOf(relation.file, thing.block);
    // `placeOf` says where a page is drawn, in px of the layout; a frame may draw all of it smaller.
    const { currentCSSZoom: zoom = 1 } = element;
    const seen =
      box && new DOMRect(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom);
    return seen && { element: element.querySelector('.cells'), box: seen };
  }

  /**
   * The top and bottom of the part of the window in which an element can be seen, as its scroll containers and
   * the timeline's bar leave it.
   */
  function port(element) {
    let [top, bottom] = [0, innerHeight];
    const bar = document.querySelector('[data-testid=timeline]');
    if (bar && !bar.contains(element)) bottom = Math.min(bottom, bar.getBoundingClientRect().top);
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at === document.documentElement || at === document.body) continue;
      if (getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return { top, bottom };
  }

  /** Why a thing is not in view; empty if it is. A thing taller than its container must fill it. */
  function unseen(thing) {
    const found = find(thing);
    if (!found) return 'is not drawn';
    const { top, bottom } = port(found.element);
    const { box } = found;
    if (box.width === 0 || box.right < 1 || box.left > innerWidth - 1)
      return 'is beside the window';
    const seen = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    const wanted = thing.what === 'relation' ? Math.min(40, box.height) : box.height;
    if (seen >= wanted - 2 || (seen > 120 && seen >= bottom - top - 12)) return '';
    return `has ${Math.round(Math.max(0, seen))} of ${Math.round(wanted)} px in view`;
  }

  Object.assign(globalThis.visible, { port, unseen });
}
