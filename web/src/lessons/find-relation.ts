// Finds the relation that a lesson's step names.
import type { RelationRef } from './format';

/** A relation that exists after a step; `parent` is the oid of the table that it belongs to. */
export interface Relation {
  oid: number;
  name: string;
  role: string;
  parent?: number | undefined;
}

/** The relation that a lesson names. */
export function findRelation(ref: RelationRef, relations: Relation[]): Relation | undefined {
  const table = relations.find((r) => r.name === ref.name);
  if (!table || ref.part === 'itself') return table;
  const toast = relations.find((r) => r.parent === table.oid && r.name.startsWith('pg_toast_'));
  if (!toast || ref.part === 'toast') return toast;
  return relations.find((r) => r.parent === toast.oid);
}
