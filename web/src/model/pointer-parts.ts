// The values in chunks that the parts of a toaster's custom pointer point to.
import type { PointerPart, ValueLink } from '../engine/protocol';

/** A value in chunks that a pointer points to, and the bytes that lie beside its pointer in the row. */
export interface PointedValue {
  path: string[];
  link: ValueLink;
  tail: number;
  prefix: number;
  differences: PointerPart[];
}

/** Whether a part stands for a value: a whole one, or a field of a document. */
export const isValue = (part: PointerPart) =>
  part.role === 'field' || part.role === 'compressed' || part.role === 'inline';

/** The path of the fields inside a part. */
export const below = (path: string[], part: PointerPart) =>
  isValue(part) && part.name !== '' ? [...path, part.name] : path;

/** The values in chunks that pointer parts, and the parts inside them, point to; in their order. */
export function valuesPointedTo(parts: PointerPart[], path: string[] = []): PointedValue[] {
  return parts.flatMap((part) => {
    const here = below(path, part);
    const inside = valuesPointedTo(part.children, here);
    if (!part.link || part.link.value === 0) return inside;
    /** The bytes of all parts of a kind. */
    const sum = (role: PointerPart['role']) =>
      part.children.reduce((n, c) => n + (c.role === role ? c.length : 0), 0);
    const differences = part.children.filter((c) => c.role === 'difference');
    return [
      { path: here, link: part.link, tail: sum('tail'), prefix: sum('prefix'), differences },
      ...inside,
    ];
  });
}

/** Whether one of the parts points to this value. */
export const leadsTo = (parts: PointerPart[], value: number) =>
  valuesPointedTo(parts).some((l) => l.link.value === value);
