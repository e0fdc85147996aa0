// A document of a custom toaster in which something is looked up, and a pointer that is changed in
// memory.
import type { PointerPart } from '../../engine/protocol';
import type { EventOf } from '../events';
import { valuesPointedTo } from '../pointer-parts';

/** New bytes for some of a value's, kept beside its pointer; `element`: for one of an array. */
export interface Difference {
  at: number;
  length: number;
  element: boolean;
}

/** A stored document in which something is looked for. */
export interface Document {
  kind: 'document';
  path: string[];
  parts: PointerPart[];
}

/** A pointer that is changed in memory, before its row is stored. */
export interface Edit {
  kind: 'edit';
  value: number;
  toastRel: number;
  /** Bytes in chunks, the tail after them, and how much of that is new. */
  stored: number;
  tail: number;
  added: number;
  differences: Difference[];
}

/** The place in the value that a difference changes, without the rest of the event. */
export const placeOf = (e: Difference): Difference => ({
  at: e.at,
  length: e.length,
  element: e.element,
});

/** The document whose field is looked up; if the value is a field of the document on stage, that document. */
export function within(before: Document | null, e: EventOf<'documentRead'>): Document {
  const inner = valuesPointedTo(e.parts).find((l) => l.path.length === 0);
  const field =
    inner &&
    before &&
    valuesPointedTo(before.parts).find(
      (l) => l.link.value === inner.link.value && l.path.join('\0') === before.path.join('\0'),
    );
  return before && field
    ? { kind: 'document', path: [...before.path, ...e.path], parts: before.parts }
    : { kind: 'document', path: e.path, parts: e.parts };
}

/** The pointer in memory after one more change. */
export function edited(edit: Edit | null, e: EventOf<'tailGrown' | 'differenceKept'>): Edit {
  const before = edit?.value === e.value ? edit.differences : [];
  const grown = e.kind === 'tailGrown';
  return {
    kind: 'edit',
    value: e.value,
    toastRel: e.toastRel,
    stored: grown ? e.stored : 0,
    tail: grown ? e.tail : 0,
    added: grown ? e.added : 0,
    differences: grown ? before : [...before, placeOf(e)],
  };
}
