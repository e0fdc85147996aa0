// How tall the content of a frame would like to be, for a page around that gives it this height. Only content that
// flows has a height of its own: content that fills its frame would grow without end.
import { tell } from './frame';

/**
 * Posts the height in px at which the boxes, one below the other, need no scrolling: now and at each change, at
 * most `most`. Returns a function that stops it.
 */
export function follow(boxes: readonly HTMLElement[], most = Infinity): () => void {
  let last = 0;
  /** Measures the content, and reports the height if it has changed. */
  const report = () => {
    let [inside, has] = [0, 0];
    for (const box of boxes) {
      inside += Math.max(0, ...[...box.children].map(heightOf));
      has += box.getBoundingClientRect().height - (box.offsetHeight - box.clientHeight);
    }
    const height = Math.min(most, Math.ceil(innerHeight - has + inside));
    if (height === last || inside === 0) return;
    last = height;
    tell({ type: 'height', height });
  };
  const sizes = new ResizeObserver(report);
  /** Watches the size of each part of the content. */
  const watch = () => {
    sizes.disconnect();
    for (const { children } of boxes) for (const child of children) sizes.observe(child);
    report();
  };
  const children = new MutationObserver(watch);
  for (const box of boxes) children.observe(box, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}

/**
 * Posts the height at which a drawing is as wide as the box that it is in, now and at every change: `ratio` is its
 * height by its width, `above` and `beside` the px around it. Returns a function that ends it.
 */
export function followDrawing(
  box: HTMLElement,
  { ratio, above, beside }: { ratio: number; above: number; beside: number },
): () => void {
  let last = 0;
  const sizes = new ResizeObserver(() => {
    if (box.clientWidth === 0) return;
    const wanted = above + (box.clientWidth - beside) * ratio;
    const height = Math.ceil(innerHeight - box.clientHeight + wanted);
    if (height !== last) tell({ type: 'height', height });
    last = height;
  });
  sizes.observe(box);
  return () => sizes.disconnect();
}

/** The px from the box's upper edge to the lower edge of a child, including the padding below it. */
function heightOf(child: Element): number {
  const { parentElement } = child;
  if (!parentElement) return 0;
  const top = parentElement.getBoundingClientRect().top - parentElement.scrollTop;
  const below = parseFloat(getComputedStyle(parentElement).paddingBottom) || 0;
  return child.getBoundingClientRect().bottom - top + below;
}
