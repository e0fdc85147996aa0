// Words for the parts of a custom pointer.
import type { PointerPart } from '../../engine/protocol';
import { count, plural } from '../../layout/format';
import type { PointedValue } from '../../model/pointer-parts';
import { bytes } from './shared-words';

/** A path in words, `→ a → b`; `the document` if it is empty. */
export const pathSays = (path: string[]) =>
  path.map((key) => `→ ${key}`).join(' ') || 'the document';

/** What is stored beside the pointer to a value in chunks, in words; empty if nothing is. */
export function besideSays(value: PointedValue): string {
  const all = [
    ...(value.tail > 0 ? [`a tail of ${bytes(value.tail)}`] : []),
    ...(value.prefix > 0 ? [`the first ${bytes(value.prefix)} of what is stored`] : []),
    ...value.differences.map(
      (d) =>
        `a difference at ${d.name === 'element' ? 'element' : 'byte'} ${count(d.number)}, ${bytes(d.length)}`,
    ),
  ];
  return all.join(', ');
}

/** The words for a part of a pointer, and shorter words. */
export function partSays(part: PointerPart): [string, string] {
  switch (part.role) {
    case 'tag':
      return part.name ? ['tag, sizes, toaster', 'head'] : ['tag', ''];
    case 'number':
      return [part.name === 'version' ? `version ${part.number}` : part.name, ''];
    case 'entries':
      return ['JEntries', ''];
    case 'prefix':
      return ['beginning of the stream', 'beginning'];
    case 'difference':
      return [`${part.name} ${count(part.number)}: ${part.text}`, `@${count(part.number)}`];
    case 'inline':
      return [part.text, ''];
    case 'field':
      return ['pointer', ''];
    case 'payload':
      return ['what its toaster understands', 'payload'];
    case 'padding':
      return ['pad', ''];
    default:
      return [part.role, ''];
  }
}

/** The full name of a part, with its path. */
export function partTitle(part: PointerPart, path: string[]): string {
  const where = path.length > 0 ? `${path.join('.')}: ` : '';
  const what = {
    tag: part.name ? 'tag, sizes and toaster' : 'the tag: a pointer of a toaster',
    sizes: 'bytes of what follows, and of the plain value',
    toaster: `the toaster’s OID, ${part.number}`,
    padding: 'padding',
    number: `${part.name}, ${count(part.number)}`,
    pointer: 'sizes, value id and TOAST table',
    tail: 'the tail: bytes that are in no chunk yet',
    prefix: 'the beginning of what is stored; the chunks hold the rest',
    difference: `difference from ${part.name} ${count(part.number)} on: ${part.text}`,
    entries: 'header and JEntries of the object',
    keys: `${plural(part.number, 'key')}`,
    inline: part.text,
    compressed: `compressed, ${bytes(part.link?.raw ?? 0)} plain`,
    field: 'a pointer',
    payload: 'what only its toaster understands',
  }[part.role];
  return `${where}${what}, ${bytes(part.length)}`;
}
