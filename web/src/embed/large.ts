// How much larger than on a desk a frame is drawn. In a page's column it has the size of the words around it; as large as
// a slide it is seen from further away, and a frame of 1920 by 1080 shows what one of 960 by 540 does, twice as large.
import type { View } from '../element/params';
import { zoomFor } from '../ui/screen-zoom';

/** A lesson's text has the size of the words around it, and its own height; these others use the room that they get. */
const AS_IT_IS: readonly View[] = ['lesson', 'compare', 'lab'];

/** The name of a frame within a frame, which draws it as large as it is to be. */
export const ENLARGED = 'toastscope enlarged';

/** How much larger a view is drawn by itself in a frame of so many px. */
export const largerIn = (view: View, width: number, height: number): number =>
  AS_IT_IS.includes(view) || window.name === ENLARGED ? 1 : zoomFor(width, height);
