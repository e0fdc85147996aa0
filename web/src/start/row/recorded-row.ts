// What the engine made of every length of the row, as `scripts/recordings.mjs` asked it: so the first view is
// exact before there is an engine. A test holds the recording against the engine.
import { MOST, type SampleValue, type Storage } from './sample-values';

/** What came of a value. */
export interface Stored {
  length: number;
  /** Bytes of the row beside its value. */
  head: number;
  /** Bytes of the row as it was formed, with all of the value in it. */
  formed: number;
  /** Bytes of the row that was stored. */
  row: number;
  /** Bytes of the value as it was stored, in the row or in chunks: `pg_column_size`. */
  stored: number;
  /** What compressed it: `pglz`, `lz4` or nothing. */
  method: string;
  /** Whether it left the row. */
  out: boolean;
}

/** A line of what the engine is asked with `look`: length, stored bytes, bytes of the row, method. */
export type Line = readonly [length: number, stored: number, row: number, method: string];

/** The lines of one table, packed. */
export interface Packed {
  /** What the stored bytes grow by from length to length: `1*125` is 125 times one byte. */
  stored: string;
  /** From which length on: the method, and the row's bytes less what is stored, or in all once the value is out. */
  states: [from: number, method: string, row: number, out: boolean][];
}

/** Bytes of a row that are not its value's: what is left of the shortest one. */
const headOf = (lines: readonly Line[]) => (lines[0] ? lines[0][2] - lines[0][1] : 0);

/** The lines of the recording in its compact form. */
export function pack(lines: readonly Line[]): Packed {
  const head = headOf(lines);
  const runs: [grown: number, times: number][] = [];
  const states: Packed['states'] = [];
  let before = 0;
  for (const [length, stored, row, method] of lines) {
    const last = runs.at(-1);
    if (last?.[0] === stored - before) last[1]++;
    else runs.push([stored - before, 1]);
    before = stored;
    const out = row - stored !== head;
    const state = states.at(-1);
    const rest = out ? row : row - stored;
    if (state?.[1] !== method || state[2] !== rest || state[3] !== out) {
      states.push([length, method, rest, out]);
    }
  }
  const text = runs.map(([grown, times]) => (times === 1 ? `${grown}` : `${grown}*${times}`));
  return { stored: text.join(' '), states };
}

/** The stored size of each length, from 1, in bytes. */
function unpackSizes(text: string): Uint16Array {
  const sizes = new Uint16Array(MOST + 1);
  let at = 0;
  for (const run of text.split(' ')) {
    const [grown = 0, times = 1] = run.split('*').map(Number);
    for (let i = 0; i < times; i++) {
      at++;
      sizes[at] = (sizes[at - 1] ?? 0) + grown;
    }
  }
  return sizes;
}

/** Looks into a recording: one packed table for each `letters storage`, and one for `letters plain`. */
export class Recording {
  readonly #tables: Map<string, { sizes: Uint16Array; states: Packed['states'] }>;

  constructor(packed: Readonly<Record<string, unknown>>) {
    this.#tables = new Map(
      Object.entries(packed as Record<string, Packed>).map(([name, { stored, states }]) => [
        name,
        { sizes: unpackSizes(stored), states },
      ]),
    );
  }

  /** The recorded sizes of a value of this length. */
  at(letters: SampleValue['id'], storage: Storage['id'], length: number): Stored {
    const { stored, row, method, out } = this.#sizesAt(`${letters} ${storage}`, length);
    const plain = this.#sizesAt('plain', length);
    const head = plain.row - plain.stored;
    return { length, head, formed: plain.row, row, stored, method, out };
  }

  /** What was recorded of a length. */
  #sizesAt(name: string, length: number) {
    const table = this.#tables.get(name);
    const stored = table?.sizes[length] ?? 0;
    const state = table?.states.findLast(([from]) => from <= length);
    const [, method, rest, out] = state ?? [0, '', 0, false];
    return { stored, method, out, row: out ? rest : rest + stored };
  }
}
