// How much a frame is enlarged. In a column of text it has the size of the words around it. On a slide it is seen from
// further away: a frame of 1920 by 1080 shows what one of 960 by 540 shows, twice as large.
import type { View } from '../element/params';
import { zoomFor } from '../ui/screen-zoom';

/** A lesson's text has the size of the words around it, and its own height; these others use the room that they get. */
const AS_IT_IS: readonly View[] = ['lesson', 'compare', 'lab'];

/** The name of a frame within a frame, which draws it as large as it is to be. */
export const ENLARGED = 'toastscope enlarged';

/** px of the smallest type, as it is drawn on a desk. */
const TYPE = 12;
/** px of a frame that still has room for one part of a picture, on a desk. */
const ONE_PART = { width: 480, height: 240 };

/**
 * By which factor a view is enlarged in a frame of this size (px), so that its smallest letters are `type` px
 * high.
 */
export function largerIn(view: View, width: number, height: number, type: number): number {
  if (AS_IT_IS.includes(view) || window.name === ENLARGED) return 1;
  const most = Math.min(width / ONE_PART.width, height / ONE_PART.height);
  return Math.max(zoomFor(width, height), Math.min(type / TYPE, most));
}
