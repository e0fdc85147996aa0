// How much larger than on a desk a screen of a room is drawn.

/** px of a window in which everything has the size that it has on a desk. */
const DESK = { width: 960, height: 540 };
const MOST = 4;

/** A window of 1920 by 1080 shows what one of 1280 by 720 does, half again as large. */
export const zoomFor = (width: number, height: number): number =>
  Math.round(
    Math.min(MOST, Math.max(1, Math.min(width / DESK.width, height / DESK.height))) * 100,
  ) / 100;

/** From one size of type to the next smaller one, and how small it may become. */
const STEP = 0.93;
const LEAST = 0.62;

/**
 * Draws what an element holds as large as it can be seen whole: a room cannot scroll. What does not fit at the smallest
 * size scrolls after all.
 */
export function fitted(most: () => number): (node: HTMLElement) => () => void {
  return (node) => {
    const fit = () => {
      let zoom = most();
      const least = Math.max(1, zoom * LEAST);
      node.style.zoom = String(zoom);
      while (node.scrollHeight > node.clientHeight + 1 && zoom * STEP >= least) {
        zoom *= STEP;
        node.style.zoom = String(zoom);
      }
    };
    fit();
    const watch = new MutationObserver(fit);
    watch.observe(node, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  };
}
