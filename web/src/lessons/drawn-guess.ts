// Compares a line that a reader drew with the line of the step's chart.
import { numbersOf } from './chart';
import type { Chart } from './format';
import type { Results } from './psql-output';
import { whyDrawn } from './shape';
import type { Sketch } from './sketch-format';
import { distance, inWords, isWhole, parseLine, pointsOf } from './sketch';

/** What came of a drawn line when it was compared with the chart's. */
export interface DrawnGuess {
  right: boolean;
  /** How far off it was, in words. */
  remark: string;
  /** Why, where its shape is a usual mistake. */
  why: string;
}

/**
 * The reader's drawing compared with the chart's line; null if the drawing is not finished, or the chart has no
 * line.
 */
export function drawnGuess(
  sketch: Sketch,
  kept: string,
  chart: Chart,
  results: Results,
): DrawnGuess | null {
  const line = parseLine(kept);
  const numbers = numbersOf(chart, results);
  if (!numbers || !isWhole(line)) return null;
  const ys = numbers.all[0]?.ys ?? [];
  const truth = numbers.xs.map((x, i) => ({ x, y: ys[i] ?? 0 })).toSorted((a, b) => a.x - b.x);
  const points = pointsOf(line, sketch);
  const far = distance(sketch, points, truth);
  if (!far) return null;
  const remark = inWords(far, chart.x.label, chart.y[0]?.label ?? '');
  return { right: far.right, remark, why: far.right ? '' : whyDrawn(sketch, points, far.higher) };
}
