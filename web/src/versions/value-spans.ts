// Puts into words what the table of differences says of four versions; versions that agree are taken together.
import type { Server } from '../engine/releases';

/** A value, and the versions that have it. */
export interface ValueSpan {
  /** `15`, or `15 to 17`. */
  versions: string;
  value: string;
}

/** A value of the table as a reader writes it: `false` is "no", `PerElement` "per element"; texts stay. */
function inWords(value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  const id = /^TransactionId\((\d+)\)$/.exec(value)?.[1];
  if (id) return id;
  if (!/^([A-Z][a-z]+)+$/.test(value)) return value.replaceAll('\\"', '"');
  return value.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}

/** The values of 15 to 18. Successive versions with the same value become one span. */
export function spansOf(values: Record<Server, string>): ValueSpan[] {
  const spans: { first: string; last: string; value: string }[] = [];
  for (const [version, value] of Object.entries(values)) {
    const before = spans.at(-1);
    if (before?.value === value) before.last = version;
    else spans.push({ first: version, last: version, value });
  }
  return spans.map(({ first, last, value }) => ({
    versions: first === last ? first : `${first} to ${last}`,
    value: inWords(value),
  }));
}
