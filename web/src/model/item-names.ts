// The items of a page in words.
import type { Item } from '../engine/protocol';

/** The state of an item in words: live or dead; for a line pointer without a tuple, its flag. */
export function lifeInWords(i: Item): string {
  if (i.state !== 'normal') return i.state;
  return i.tuple?.life ?? 'live';
}

/** An item in short: a row's values, or an entry's key and where it points. */
export function itemName(i: Item): string {
  if (i.entry) {
    const leads = i.entry.highKey
      ? 'high key'
      : i.entry.downlink !== undefined
        ? `child ${i.entry.downlink}`
        : i.entry.tids.length === 1
          ? `row (${i.entry.tids[0]?.block},${i.entry.tids[0]?.offset})`
          : `${i.entry.tids.length} rows`;
    return `${i.entry.key || '−∞'} → ${leads}`;
  }
  if (!i.tuple) return i.state;
  const values = i.tuple.columns
    .slice(0, 6)
    .map((c) =>
      c.form === 'null' ? 'NULL' : c.pointer ? `→ ${c.pointer.valueId}` : (c.text ?? '…'),
    );
  const state = lifeInWords(i) === 'live' ? '' : `${lifeInWords(i)}: `;
  return state + values.join(' | ');
}
