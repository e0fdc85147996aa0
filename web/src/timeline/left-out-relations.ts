// Finds frames that are only about tables in which a lesson counts (`without: sizes`). These tables are not drawn, so
// the frames are passed over when somebody plays or steps. Pure.
import type { Frame, RelationView } from '../engine/protocol';
import type { Pin } from '../model/tape-words';

/** What leaves out every sequence: a `bigserial` column makes one that few lessons are about. */
const SEQUENCES = 'sequences';

/** The relations that are not drawn: tables with these names, their TOAST tables and indexes; or all sequences. */
export function relationsLeftOut(
  relations: readonly RelationView[],
  without: readonly string[],
): RelationView[] {
  const left = new Set<number>();
  const sequences = without.includes(SEQUENCES);
  for (const r of relations) {
    const named = without.includes(r.name) || (sequences && r.role === 'sequence');
    if (named || (r.parent !== undefined && left.has(r.parent))) left.add(r.oid);
  }
  return relations.filter((r) => left.has(r.oid));
}

/** The relations, by OID or by file, that an event is about. */
function relationsOf(event: NonNullable<Frame['event']>): { oids: number[]; files: number[] } {
  const oids: number[] = [];
  const files: number[] = [];
  if ('rel' in event) oids.push(event.rel);
  if ('toastRel' in event) oids.push(event.toastRel);
  if ('index' in event) oids.push(event.index);
  if ('file' in event) files.push(event.file);
  return { oids, files };
}

/** Whether a frame is about nothing but relations that are left out. */
export function isAside(frame: Frame, pins: readonly Pin[], out: readonly RelationView[]): boolean {
  if (out.length === 0) return false;
  const { oids, files } = frame.event
    ? relationsOf(frame.event)
    : { oids: [], files: pins.map((pin) => pin.file) };
  return (
    oids.length + files.length > 0 &&
    oids.every((oid) => out.some((r) => r.oid === oid)) &&
    files.every((file) => out.some((r) => r.file === file))
  );
}
