// Measures what is drawn enlarged (CSS `zoom`, as a presentation is for the back row, or a window of 4K). On screen it
// is larger than it is laid out. Code that places something beside it needs its size as it is laid out.

/** How many times larger an element is on screen than it is laid out. */
const zoomOf = (element: Element): number => element.currentCSSZoom ?? 1;

/** Pixels of the screen for one px of a canvas. To ask for it lays the page out. */
export const sharpness = (canvas: HTMLCanvasElement): number =>
  (devicePixelRatio || 1) * zoomOf(canvas);

/** An element's box in the window, in the px that it is laid out in. */
export function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  if (zoom === 1) return box;
  return new DOMRect(box.x / zoom, box.y / zoom, box.width / zoom, box.height / zoom);
}

/** The position of the pointer within an element, in the px that it is laid out in. */
export function pointIn(element: Element, { clientX, clientY }: MouseEvent) {
  const box = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  return { x: (clientX - box.left) / zoom, y: (clientY - box.top) / zoom };
}
