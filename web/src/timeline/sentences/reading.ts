// Sentences about a value that is read: its pointer, its chunks, its bytes.
import { count, plural } from '../../layout/format';
import type { EventOf } from '../../model/events';
import { valuesPointedTo } from '../../model/pointer-parts';
import { pathSays } from './pointer';
import { place, bytes, method, changedPart, type SentenceTable } from './shared-words';

/** Sentences about reading a value in chunks, by the kind of event. */
export const READING = {
  chunkRead: (e) => `Chunk ${e.seq} is read from ${place(e.tid)}: ${bytes(e.size)}.`,
  documentRead: (e) => looked(e),
  differenceApplied: (e) =>
    `The difference kept in the row is laid over what was fetched: ${changedPart(e)}.`,
  pointerRead: (e) => pointer(e),
  valueDetoasted: (e) => `Value ${e.value} is fetched.`,
  valueDecompressed: (e) =>
    e.to < e.raw
      ? `${method(e.method)} gives the first ${count(e.to)} of ${bytes(e.raw)} back, from ${count(e.from)} stored.`
      : `${method(e.method)} gives all ${bytes(e.raw)} back, from ${count(e.from)} stored.`,
  valueSliced: (e) => `The ${bytes(e.length)} from byte ${count(e.offset + 1)} on are cut out.`,
} satisfies Partial<SentenceTable>;

/** A document that is searched. */
function looked(e: EventOf<'documentRead'>): string {
  const part = e.parts.find((p) => p.name !== '' && p.name === e.path[0]);
  const what = `${pathSays(e.path)} is looked for in the row’s part of the document`;
  const whole = valuesPointedTo(e.parts).find((l) => l.path.length === 0);
  if (whole)
    return `${pathSays(e.path)} is looked for in value ${whole.link.value}, ${plural(whole.link.chunks, 'chunk')}.`;
  if (!part) return `${what}: it is not there.`;
  const many = plural(part.link?.chunks ?? 0, 'chunk');
  switch (part.role) {
    case 'inline':
      return `${what}: ${part.name} stands there, and no chunk is needed.`;
    case 'compressed':
      return `${what}: ${part.name} stands there compressed, and no chunk is needed.`;
    default:
      return part.link
        ? `${what}: ${part.name} is a pointer to value ${part.link.value}, ${many}. Those of other keys are left alone.`
        : `${what}: ${part.name} is an object with pointers of its own.`;
  }
}

/** A pointer that is read. */
function pointer(e: EventOf<'pointerRead'>): string {
  if (e.lazy) {
    const row =
      e.inline > 0 ? `The first ${count(e.inline)} stored are in the row; chunks` : 'Chunks';
    return `The pointer says: value ${e.value}, ${bytes(e.raw)}. ${row} come one by one until it is enough.`;
  }
  const all = e.first === 0 && e.last === e.chunks - 1;
  const which = all
    ? e.chunks === 1
      ? 'its one chunk'
      : `all ${count(e.chunks)} chunks`
    : e.first === e.last
      ? `only chunk ${e.first} of ${count(e.chunks)}`
      : `chunks ${e.first} to ${e.last} of ${count(e.chunks)}`;
  const stored = e.compressed ? `, ${count(e.stored)} stored compressed` : '';
  if (e.stride > 0)
    return `The pointer says: value ${e.value}, an array with ${count(e.stride)} elements a chunk. Needed: ${which}.`;
  return `The pointer says: value ${e.value}, ${bytes(e.raw)}${stored}. Needed: ${which}.`;
}
