// What of the stage is cut or scrolled away, and letters that are too small to be read.

/** Runs in the page and adds `visible.cut` to it. Letters smaller than `least` px count as too small. */
export function installCutParts(least) {
  const { port } = globalThis.visible;

  /** What two boxes have in common. */
  const intersect = (a, b) => ({
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
  });

  /** The box of the window in which an element can be seen. */
  function opening(element) {
    const { top, bottom } = port(element);
    let [left, right] = [0, innerWidth];
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at === document.documentElement || at === document.body) continue;
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
    }
    return { top, bottom, left, right };
  }

  /** In words, by how much a box lies outside an opening; empty if it does not. */
  function outside(box, { top, bottom, left, right }) {
    const tall = Math.min(box.bottom, bottom) - Math.max(box.top, top);
    const wide = Math.min(box.right, right) - Math.max(box.left, left);
    /** How much of a length is seen, if it is not all. */
    const shows = (seen, whole, what) =>
      seen < whole - 2 ? `${Math.max(0, Math.round(seen))} of ${Math.round(whole)} px ${what}` : '';
    return shows(tall, box.height, 'high') || shows(wide, box.width, 'wide');
  }

  /** Whether an element is painted. */
  const drawn = (element) => {
    const { visibility, opacity } = getComputedStyle(element);
    return visibility === 'visible' && opacity !== '0';
  };

  /** Lists the headings, labels and maps of the stage that are cut or out of view, and letters that are too small. */
  function cut() {
    const faults = [];
    const stage = document.querySelector('[data-stage]');
    if (!stage) return faults;
    const openings = new Map();
    /** What is seen of the elements around, computed once for each. */
    const openingOf = (element) => {
      const around = element.parentElement;
      if (!openings.has(around)) openings.set(around, opening(element));
      return openings.get(around);
    };
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (!text || element.closest('.hidden, title, style, .tip, .zoom, [data-flying]')) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
      if (boxes.length === 0 || !drawn(element)) continue;
      const says = text.length > 40 ? `${text.slice(0, 40)}…` : text;
      // Text that is its element's only content is clipped by that element as well.
      const at = getComputedStyle(element).overflowX === 'visible' ? openingOf(element) : null;
      const seenIn = at ?? intersect(openingOf(element), element.getBoundingClientRect());
      const why = boxes.map((box) => outside(box, seenIn)).find(Boolean);
      if (why) faults.push(`“${says}” shows ${why}`);
      const size = parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
      if (size < least - 0.05) faults.push(`“${says}” has type of ${size.toFixed(1)} px`);
    }
    for (const map of stage.querySelectorAll('article .cells')) {
      // With room for one part the others are left out whole; what a sentence names has to be there all the same.
      if (!map.checkVisibility()) continue;
      const name = map.closest('article').dataset.relation;
      const why = outside(map.getBoundingClientRect(), openingOf(map));
      if (why) faults.push(`the map of ${name} shows ${why}`);
    }
    return faults;
  }

  globalThis.visible.cut = cut;
}
