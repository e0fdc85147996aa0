// Computes what a contrast block draws, once the values that it names are known.
import { amountOf, type Amount } from '../counters/amounts';
import type { Values } from './answer';
import type { Contrast } from './format';

/** The amounts that a contrast block compares; null while a value is unknown. */
export function contrastOf(
  contrast: Contrast | null,
  values: Values,
): { amounts: Amount[]; unit: string; rows: number } | null {
  if (!contrast) return null;
  /** The value with this name, if it can be drawn. */
  const valueOf = (name: string) => {
    const value = values.get(name);
    return typeof value === 'number' && value >= 0 ? value : NaN;
  };
  const { unit } = contrast;
  const amounts = contrast.bars.map(({ parts, label }) =>
    amountOf(
      label,
      parts.map((p) => ({ label: p.label, amount: valueOf(p.name) })),
      unit,
    ),
  );
  const rows = 'name' in contrast.rows ? valueOf(contrast.rows.name) : contrast.rows.number;
  const known = amounts.every((a) => a.parts.every((p) => Number.isFinite(p.amount)));
  return known && rows >= 1 ? { amounts, unit, rows } : null;
}
