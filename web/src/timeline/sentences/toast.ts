// Sentences about a row that TOAST makes shorter: rounds, compression, chunks, and what stays in the row.
import { limits } from '../../engine/limits';
import type { PointerPart } from '../../engine/protocol';
import { count, percent, plural } from '../../layout/format';
import type { EventOf } from '../../model/events';
import type { Names } from '../../model/names';
import { valuesPointedTo } from '../../model/pointer-parts';
import { besideSays } from './pointer';
import { LIMIT, bytes, method, changedPart, type SentenceTable } from './shared-words';

/** Where TOAST stops, for a table with a target of its own. */
const stopsAt = (length: number, target: number) =>
  target === limits.toastTupleTarget
    ? ''
    : length > target
      ? `, and stops at ${count(target)}`
      : `, and stops at once: the table’s target is ${count(target)}`;

/** Sentences about what a toaster does with the values of a row, by the kind of event. */
export const TOAST = {
  toastStarted: (e) =>
    e.length > limits.toastTupleThreshold
      ? `The row is ${bytes(e.length)}; the limit is ${LIMIT}. TOAST starts${stopsAt(e.length, e.target)}.`
      : `The row is ${bytes(e.length)}, within the limit of ${LIMIT}; TOAST sees to the values it has in chunks.`,
  columnChosen: (e, names) => chosen(e, names),
  attributeCompressed: (e, names) => {
    const what = e.field ? `key ${e.field}` : names.column(e.rel, e.attribute);
    const kept = e.field ? ' It stays in the row.' : '';
    return `${method(e.method)} makes ${bytes(e.to)} of ${what}’s ${count(e.from)} (${percent(e.to / e.from)}).${kept}`;
  },
  attributeIncompressible: (e, names) =>
    `${method(e.method)} gives ${names.column(e.rel, e.attribute)} up: ${WHY[e.why]}. It stays at ${bytes(e.size)}.`,
  valueCut: (e) =>
    `The value gets the number ${e.value}; its ${bytes(e.size)} are cut into ${plural(e.chunks, 'chunk')}${e.full > 0 ? ` of up to ${count(e.full)}` : ' of whole elements'}.`,
  chunkCut: (e, names) =>
    `Chunk ${e.seq} becomes a row of ${names.name(e.toastRel)}: (${e.value}, ${e.seq}, ${bytes(e.size)}).`,
  chunkWritten: (e) => `Chunk ${e.seq} is stored and indexed.`,
  valueToasted: (e, names) => {
    if (e.field !== undefined)
      return `${e.field ? `Key ${e.field} of ${names.column(e.rel, e.attribute)}` : names.column(e.rel, e.attribute)} is in chunks now, under the number ${e.value}.`;
    return `In the row ${names.column(e.rel, e.attribute)} is now a pointer of ${bytes(limits.toastPointerSize)} to value ${e.value}.`;
  },
  valueKept: (e, names) =>
    `${names.column(e.rel, e.attribute)} did not change: the new row keeps the pointer to value ${e.value}, and its chunks are shared.`,
  pointerMade: (e, names) =>
    `In the row ${names.column(e.rel, e.attribute)} is now ${bytes(e.size)}: ${made(e.parts)}.`,
  tailGrown: (e) =>
    `${bytes(e.added)} ${e.added === 1 ? 'is' : 'are'} put behind the pointer to value ${e.value}, in memory: the tail has ${count(e.tail)}. None of the ${count(e.stored)} in chunks is fetched.`,
  tailMoved: (e) => moved(e),
  differenceKept: (e) =>
    `The new value has the old one’s place: ${changedPart(e)} of value ${e.value} become a difference beside the pointer, and no chunk is written.`,
} satisfies Partial<SentenceTable>;

const WHY = {
  tooSmall: 'it is too short to try',
  noEarlyMatch: 'the first 1,024 bytes of the stream held no repetition',
  tooLittleSaved: 'it would not save 25 %',
  notSmaller: 'it would not become smaller',
};

/** A column that a round chooses. */
function chosen(e: EventOf<'columnChosen'>, names: Names): string {
  const over = `The row has ${bytes(e.length)}, ${count(e.length - e.target)} too many`;
  const column = `${names.column(e.rel, e.attribute)}, ${bytes(e.size)}`;
  switch (e.round) {
    case 1:
      return `Round 1. ${over}: the longest column is ${column}.`;
    case 2:
      return `Round 2. ${over}: the longest column left, ${column}, moves out.`;
    case 3:
      return `Round 3. ${over}: now MAIN columns are compressed, ${column} first.`;
    default:
      return `Round 4. ${over} even for a page: ${column} moves out, MAIN or not.`;
  }
}

/** What a custom pointer has beside its numbers, in words. */
function made(parts: PointerPart[]): string {
  const values = valuesPointedTo(parts);
  const inline = parts.filter((p) => p.role === 'inline' || p.role === 'compressed').length;
  const all = [
    ...(inline > 0 ? [`${plural(inline, 'value')} in place`] : []),
    ...(values.length > 0
      ? [
          `${values.length > 1 ? plural(values.length, 'pointer') : 'a pointer'} to ${plural(values.length, 'value')} in chunks`,
        ]
      : []),
    ...values.map(besideSays).filter(Boolean),
  ];
  return all.length > 0 ? all.join(', ') : 'nothing is in chunks';
}

/** A tail that moves to chunks. */
function moved(e: EventOf<'tailMoved'>): string {
  const stay = `${plural(e.first, 'chunk')} of value ${e.value} stay as they are`;
  const many = e.last - e.first + 1;
  const which =
    e.kept > 0
      ? `chunk ${count(e.first)}, which has ${count(e.kept)}, is written anew`
      : `chunk ${count(e.first)} is new`;
  const more =
    many > 1 ? `, and ${plural(many - 1, 'chunk')} behind it ${many > 2 ? 'are' : 'is'} new` : '';
  return `The tail of ${bytes(e.tail)} goes to the chunks as version ${e.version}: ${which}${more}; ${stay}.`;
}
