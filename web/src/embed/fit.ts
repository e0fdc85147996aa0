// Draws a stage as large as it can be seen whole: a frame in somebody's page is not scrolled to see a picture. It
// only becomes smaller while one thing is told, so that the picture does not breathe; another step, a place that was
// chosen, or another size of the frame, begins at its own size again.

/** From one size to the next smaller one, and how small it may become; what is larger then scrolls after all. */
const STEP = 0.92;
const LEAST = 0.4;

/** What scrolls on a stage when there is too little room. */
const SCROLLERS = '.stage, .scene, .dock';

const overflows = (node: HTMLElement) =>
  [...node.querySelectorAll(SCROLLERS)].some((e) => e.scrollHeight > e.clientHeight + 1);

/**
 * Fits what an element holds into it, at most so many times as large. `step` is what is told: when it changes, so may
 * the size.
 */
export function fitted(step: () => unknown, most = 1): (node: HTMLElement) => () => void {
  return (node) => {
    step();
    let zoom = most;
    let due = 0;
    node.style.zoom = String(most);
    const look = () => {
      due = 0;
      if (zoom <= LEAST || !overflows(node)) return;
      zoom = Math.max(LEAST, zoom * STEP);
      node.style.zoom = String(zoom);
      later();
    };
    /** Once what was drawn has found its sizes. */
    const later = () => {
      due ||= requestAnimationFrame(() => (due = requestAnimationFrame(look)));
    };
    const drawn = new MutationObserver(later);
    drawn.observe(node, { childList: true, subtree: true, characterData: true });
    const { parentElement } = node;
    let last = '';
    const sizes = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      const size = `${width} ${height}`;
      // A slide that is hidden and comes back has the picture that it was left with.
      if (width * height === 0 || size === last) return;
      last = size;
      zoom = most;
      node.style.zoom = String(most);
      later();
    });
    if (parentElement) sizes.observe(parentElement);
    later();
    return () => {
      drawn.disconnect();
      sizes.disconnect();
      cancelAnimationFrame(due);
    };
  };
}
