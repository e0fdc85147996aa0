// Usual mistakes of a drawn line: each is recognised by the line's shape, as exactly as a hand can draw.
import type { Shape, Sketch } from './sketch-format';
import type { Point } from './sketch';

/** A hand draws no line that is straighter than this share of the axes' height. */
const HAND = 0.06;
/** From here on a line rises or falls, as a share of the height. */
const SLOPE = 0.15;

/**
 * Whether a drawn line has a shape. `far` is the drawing's mean distance above the true line, as a share of the
 * chart's height.
 */
export function hasShape(shape: Shape, points: readonly Point[], { y }: Sketch, far: number) {
  const heights = points.map((p) => (p.y - y[0]) / (y[1] - y[0]));
  const [first = 0, last = 0] = [heights[0], heights.at(-1)];
  const highest = Math.max(...heights);
  const lowest = Math.min(...heights);
  const end = heights.length - 1;
  const bent = heights.map((h, i) => Math.abs(h - first - ((last - first) * i) / end));
  switch (shape) {
    case 'flat':
      return highest - lowest <= 2 * HAND;
    case 'straight':
      return Math.abs(last - first) >= SLOPE && Math.max(...bent) <= HAND;
    case 'rising':
      return last - first >= SLOPE && highest - last <= HAND;
    case 'falling':
      return first - last >= SLOPE && highest - first <= HAND;
    case 'above':
      return far > 0;
    case 'below':
      return far < 0;
  }
}

/** The reason of the first usual mistake whose shape a wrong drawing has; empty if it has none of them. */
export const whyDrawn = (sketch: Sketch, points: readonly Point[], far: number) =>
  sketch.mistakes?.find(({ shape }) => hasShape(shape, points, sketch, far))?.why ?? '';
