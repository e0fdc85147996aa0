// The rows of a chart by series: those that are drawn, and those that stand in the table beside it.
import type { Cell, Chart, Measure, Row, Series } from './study';

/** A value of a chart, and where it stands on the horizontal axis. */
export interface ChartPoint {
  across: Cell;
  value: number;
}
/** A series of a chart with its points. */
export interface Drawn {
  key: string;
  series: Series;
  places: ChartPoint[];
}

/** The values that a field has, in the order in which they come; numbers ascending. */
function valuesOf(rows: readonly Row[], id: string): Cell[] {
  const all = [...new Set(rows.map((row) => row[id] ?? null))];
  return all.every((value) => typeof value === 'number') ? all.toSorted((a, b) => a - b) : all;
}

/** The values that the chart's switch can choose. */
export const choicesOf = (chart: Chart, rows: readonly Row[]): Cell[] =>
  chart.only ? valuesOf(rows.filter(chart.part), chart.only.id) : [];

/** The rows of a chart that its switch has chosen. */
export const rowsOf = (chart: Chart, rows: readonly Row[], only: Cell): Row[] => {
  const field = chart.only?.id;
  return rows.filter((row) => chart.part(row) && (field === undefined || row[field] === only));
};

/** The rows of a chart by series; a series without values is left out. */
export function drawnOf(chart: Chart, rows: readonly Row[], measure: Measure): Drawn[] {
  return chart.series.all.flatMap((series) => {
    const places = rows.flatMap((row): ChartPoint[] => {
      const value = row[measure.id];
      if (row[chart.series.id] !== series.value || typeof value !== 'number') return [];
      return [{ across: row[chart.across.id] ?? null, value }];
    });
    return places.length > 0 ? [{ key: series.value, series, places }] : [];
  });
}

/** All places along the horizontal axis. */
export const acrossOf = (chart: Chart, rows: readonly Row[]): Cell[] =>
  valuesOf(rows, chart.across.id);

/**
 * Keeps at most about `most` points of a line: the first, the last, and between them points evenly spaced on a
 * logarithmic axis.
 */
export function thinned<P extends { size: number }>(points: readonly P[], most: number): P[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= most) return [...points];
  const apart = (last.size / first.size) ** (1 / most);
  let next = 0;
  return points.filter((point) => {
    if (point.size < next && point !== last) return false;
    next = point.size * apart;
    return true;
  });
}
