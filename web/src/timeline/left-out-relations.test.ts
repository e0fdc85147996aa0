import { expect, it } from 'vitest';
import type { Frame, RelationView } from '../engine/protocol';
import { isAside, relationsLeftOut } from './left-out-relations';

const relation = (oid: number, name: string, parent?: number) =>
  ({ oid, name, file: oid + 1000, parent, forks: [] }) as unknown as RelationView;
const relations = [
  relation(1, 'files'),
  relation(2, 'sizes'),
  relation(3, 'pg_toast_2', 2),
  relation(4, 'pg_toast_2_index', 3),
];
const out = relationsLeftOut(relations, ['sizes']);
const frame = (event: object | undefined) => ({ event }) as unknown as Frame;
const pin = (file: number) => ({ file, block: 0, how: 0, times: 1 }) as never;

it('leaves out a table with its TOAST table and index', () => {
  expect(out.map(({ oid }) => oid)).toEqual([2, 3, 4]);
  expect(relationsLeftOut(relations, [])).toEqual([]);
});

it('leaves out all sequences by one word', () => {
  const ids = { ...relation(5, 'files_id_seq'), role: 'sequence' as const };
  const left = relationsLeftOut([...relations, ids], ['sizes', 'sequences']);
  expect(left.map(({ oid }) => oid)).toEqual([2, 3, 4, 5]);
  expect(relationsLeftOut([...relations, ids], ['sizes'])).toHaveLength(3);
});

it.each([
  [{ kind: 'tupleFormed', rel: 2 }, true],
  [{ kind: 'tupleFormed', rel: 1 }, false],
  [{ kind: 'chunkCut', toastRel: 3 }, true],
  [{ kind: 'indexDescended', index: 4 }, true],
  [{ kind: 'bufferRead', file: 1002 }, true],
  [{ kind: 'statementFinished', tag: 'INSERT 0 1' }, false],
])('%o', (event, aside) => expect(isAside(frame(event), [], out)).toBe(aside));

it('looks at the pins of a frame without an event', () => {
  expect(isAside(frame(undefined), [pin(1002), pin(1003)], out)).toBe(true);
  expect(isAside(frame(undefined), [pin(1002), pin(1001)], out)).toBe(false);
  expect(isAside(frame(undefined), [], out)).toBe(false);
});
