// The names of relations and files at a position of the tape.
import type { RelationView } from '../engine/protocol';

/** The relations by OID and by file. */
export class Names {
  readonly #byOid: Map<number, RelationView>;
  readonly #byFile: Map<number, RelationView>;

  constructor(readonly relations: RelationView[]) {
    this.#byOid = new Map(relations.map((r) => [r.oid, r]));
    this.#byFile = new Map(relations.map((r) => [r.file, r]));
  }
  /** The relation with this OID, at this position of the tape. */
  relation(oid: number) {
    return this.#byOid.get(oid);
  }
  /** The relation that a file belongs to. */
  ofFile(file: number) {
    return this.#byFile.get(file);
  }
  /** The name of a relation, or its OID if it is unknown. */
  name(oid: number) {
    return this.#byOid.get(oid)?.name ?? `relation ${oid}`;
  }
  /** The name of the relation that a file belongs to. */
  fileName(file: number) {
    return this.#byFile.get(file)?.name ?? 'a file that is gone';
  }
  /** The name of a column by its attribute number, which counts dropped columns. */
  column(oid: number, attribute: number) {
    const relation = this.#byOid.get(oid);
    return relation?.attributes[attribute - 1] || `column ${attribute}`;
  }
  /** Whether the rows of this relation are chunks. */
  isChunk(oid: number) {
    return this.#byOid.get(oid)?.role === 'toast';
  }
}
