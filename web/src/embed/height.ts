// How tall the content would like to be, for a page around that gives it that much. Only what flows has such a
// height: what fills its frame would grow without end.
import { tell } from './frame';

/** Tells the height of what lies in a box that scrolls, now and when it changes; returns how to stop. */
export function follow(box: HTMLElement): () => void {
  let last = 0;
  const look = () => {
    let inside = 0;
    for (const child of box.children) inside = Math.max(inside, heightOf(child));
    const height = Math.ceil(innerHeight - box.clientHeight + inside);
    if (height === last || inside === 0) return;
    last = height;
    tell({ type: 'height', height });
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const child of box.children) sizes.observe(child);
    look();
  };
  const children = new MutationObserver(watch);
  children.observe(box, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}

/** px from the box's upper edge to the lower edge of something in it, with its padding below. */
function heightOf(child: Element): number {
  const { parentElement } = child;
  if (!parentElement) return 0;
  const top = parentElement.getBoundingClientRect().top - parentElement.scrollTop;
  const below = parseFloat(getComputedStyle(parentElement).paddingBottom) || 0;
  return child.getBoundingClientRect().bottom - top + below;
}
