// Which file a relation has in the middle of a statement. TRUNCATE, VACUUM FULL and some ALTER TABLE give it a new one;
// the old one is what is drawn as long as it is still looked into, and from then on the new one.
import type { RelationView, StepData } from '../engine/protocol';
import type { Placed, Tape } from './tape';

/** Where a step pins a file first and last: words of its pins. */
type Reach = ReadonlyMap<number, { first: number; last: number }>;

const reaches = new WeakMap<StepData, Reach>();

/** The first and the last pin of each file, as places in the step's pins. */
function reachOf(step: StepData): Reach {
  let reach = reaches.get(step);
  if (!reach) {
    const found = new Map<number, { first: number; last: number }>();
    for (let p = 0; p < step.pins.length; p += 4) {
      const file = step.pins[p] ?? 0;
      const known = found.get(file);
      if (known) known.last = p;
      else found.set(file, { first: p, last: p });
    }
    reaches.set(step, (reach = found));
  }
  return reach;
}

/** The relations at a position within a step, each with the file that it has there. */
function placedIn(relations: RelationView[], { step, start }: Placed, at: number): RelationView[] {
  const later = new Map(step.relations.map((r) => [r.oid, r.file]));
  const from = step.frames[at - 2 - start]?.pins ?? 0;
  const until = step.frames[at - 1 - start]?.pins ?? 0;
  return relations.map((relation) => {
    const file = later.get(relation.oid) ?? relation.file;
    if (file === relation.file) return relation;
    const reach = reachOf(step);
    const arrived = (reach.get(file)?.first ?? Infinity) < until;
    // The frame that looks into the old file for the last time still shows it.
    const left = (reach.get(relation.file)?.last ?? -1) < from;
    return arrived && left ? { ...relation, file } : relation;
  });
}

/** The relations at a position of the tape, each with the file that it has there. */
export function relationsAt(tape: Tape, at: number): RelationView[] {
  const relations = tape.relationsAt(at);
  const placed = tape.placedAt(at);
  return placed && at < placed.end ? placedIn(relations, placed, at) : relations;
}
