// The way from a pointer to its bytes, and back: the value's number -> an entry of the TOAST table's index ->
// a chunk -> an item on a page. What is pointed at, focused or held is highlighted all along it.
import type { RowView, StoredValue } from '../../engine/protocol';
import { count, plural } from '../../layout/format';
import { chunkCount } from '../../layout/shared-chunks';
import type { Stop } from '../../workbench/byte-highlight.svelte';

/**
 * The part of the way that is pointed at: a number of the pointer, a chunk, its entry, or a page that has some of
 * them.
 */
export type From = 'rawsize' | 'extinfo' | 'valueid' | 'toastrelid' | 'chunk' | 'entry' | 'page';

/** A part of the way from a pointer to its chunks, at which somebody points. */
export interface PathChoice {
  column: number;
  from: From;
  /** Indexes of chunks. */
  chunks: readonly number[];
}

/** Chunks whose way is drawn at once. */
const MOST = 8;

/** Which part of a pointer's way is highlighted: the one that is pointed at, else the one that is held. */
export class PointerPath {
  #pointed = $state.raw<PathChoice | null>(null);
  #held = $state.raw<PathChoice | null>(null);
  highlighted = $derived.by(() => this.#pointed ?? this.#held);

  /** Lights a path while it is pointed at. */
  point(choice: PathChoice | null) {
    this.#pointed = choice;
  }

  /** Keeps a path highlighted until it is pressed again, for touch. */
  hold(choice: PathChoice) {
    const same = this.#held?.from === choice.from && this.#held.column === choice.column;
    this.#held = same ? null : choice;
    this.#pointed = null;
  }

  /** Whether this part of a column's way is the one that is held. */
  holds = (column: number, from: From) => this.#held?.column === column && this.#held.from === from;
  /** Whether this chunk of a column's value, by its index, is on the highlighted way. */
  has = (column: number, chunk: number) =>
    this.highlighted?.column === column && this.highlighted.chunks.includes(chunk);
  /** Whether the highlighted way of this column was pointed at in one of these parts. */
  is = (column: number, ...from: From[]) =>
    this.highlighted?.column === column && from.includes(this.highlighted.from);
}

/** The chunks of a value that are on a page of the TOAST table, or whose entries are on a page of its index. */
export function onPage(value: StoredValue, relation: number, block: number): number[] {
  const at =
    relation === value.toastRelation ? 'tid' : relation === value.toastIndex ? 'entry' : null;
  if (at === null) return [];
  return value.chunks.flatMap((c, i) => (c[at].block === block ? [i] : []));
}

/** The places on pages that a path lights up. */
export function stopsOf(value: StoredValue, choice: PathChoice): Stop[] {
  if (choice.from === 'rawsize' || choice.from === 'extinfo' || choice.from === 'toastrelid')
    return [];
  return choice.chunks.slice(0, MOST).flatMap((i) => {
    const chunk = value.chunks[i];
    if (!chunk) return [];
    return [
      { relation: value.toastIndex, ...chunk.entry },
      { relation: value.toastRelation, ...chunk.tid },
    ];
  });
}

/** The path in a sentence. */
export function pathSentence(
  row: RowView,
  value: StoredValue,
  choice: PathChoice,
  nameOf: (oid: number) => string,
): string {
  const pointer = row.tuple.columns[choice.column]?.pointer;
  const [toast, index] = [nameOf(value.toastRelation), nameOf(value.toastIndex)];
  const sizes = value.chunks.map((c) => c.size * c.run);
  const stored = sizes.reduce((a, b) => a + b, 0);
  switch (choice.from) {
    case 'extinfo':
      return `va_extinfo: ${sizes.length <= 6 ? `${sizes.map(count).join(' + ')} = ` : `${plural(chunkCount(value.chunks), 'chunk')} with `}${plural(stored, 'byte')} stored.`;
    case 'rawsize':
      return pointer && pointer.rawsize === stored + 4
        ? `va_rawsize: the ${count(stored)} in chunks and a header of 4 make ${plural(pointer.rawsize, 'byte')} in memory.`
        : `va_rawsize: decompressed and with a header of 4 it is ${plural(pointer?.rawsize ?? 0, 'byte')} in memory.`;
    case 'toastrelid':
      return `va_toastrelid: ${value.toastRelation} is ${toast}. Its index is found by that.`;
    default: {
      const first = value.chunks[choice.chunks[0] ?? 0];
      if (!first) return '';
      const one = `(${value.valueId}, ${first.seq})`;
      const way = `${one}: item ${first.entry.offset} of page ${count(first.entry.block)} of ${index} → item ${first.tid.offset} of page ${count(first.tid.block)} of ${toast} → ${plural(first.size, 'byte')}`;
      const more = choice.chunks.length - 1;
      return `${way}${more > 0 ? `; and so the next ${count(more)}` : ''}.`;
    }
  }
}
