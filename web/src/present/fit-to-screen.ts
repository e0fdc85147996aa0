// Draws what is presented as large as the screen allows.

/** From one size of type to the next smaller one, and how small it may become. */
const STEP = 0.93;
const LEAST = 0.62;

/**
 * Draws an element's content as large as fits without scrolling, up to `most()` times; content that is too tall
 * at the smallest size scrolls.
 */
export function fitted(most: () => number): (node: HTMLElement) => () => void {
  return (node) => {
    /** Zooms as far as the screen allows, and then less until everything is seen, down to a least zoom. */
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
