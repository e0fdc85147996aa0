// How much larger than on a desk something is drawn when it fills a screen or a slide, since it is seen from further
// away.

/** px of a window in which everything has the size that it has on a desk. */
const DESK = { width: 960, height: 540 };
const MOST = 4;

/**
 * By which factor a screen of this size is enlarged: 1920 by 1080 shows what 1280 by 720 does, half again as
 * large.
 */
export const zoomFor = (width: number, height: number): number =>
  Math.round(
    Math.min(MOST, Math.max(1, Math.min(width / DESK.width, height / DESK.height))) * 100,
  ) / 100;
