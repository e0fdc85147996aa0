// The kinds of data of the compression lab, each made by a rule. They stand for the Silesia corpus and PostgreSQL's
// manual, which the study used, so that nothing has to be loaded and every byte is the same everywhere.
import { executable, image, resonance, xray } from './binary';
import { Random } from './random';
import { dump, json, logs, markup, prose, source } from './text';

/** A kind of data, and the rule that makes its values. */
export interface Kind {
  id: string;
  /** Whether its values are text; else they are bytea. */
  text: boolean;
  /** The next piece of a value. */
  piece: (random: Random) => string | Uint8Array;
}

export const KINDS: readonly Kind[] = [
  { id: 'prose', text: true, piece: prose },
  { id: 'markup', text: true, piece: markup },
  { id: 'source', text: true, piece: source },
  { id: 'dump', text: true, piece: dump },
  { id: 'JSON', text: true, piece: json },
  { id: 'logs', text: true, piece: logs },
  { id: 'program', text: false, piece: executable },
  { id: 'MR image', text: false, piece: resonance },
  { id: 'X-ray', text: false, piece: xray },
  { id: 'JPEG', text: false, piece: image },
];

const encoder = new TextEncoder();

/** A value of a kind with this many bytes; each `seed` gives another value. */
export function valueOf(kind: Kind, bytes: number, seed: number): Uint8Array {
  const random = new Random(seed);
  const value = new Uint8Array(bytes);
  for (let at = 0; at < bytes;) {
    const next = kind.piece(random);
    const piece = typeof next === 'string' ? encoder.encode(next) : next;
    value.set(piece.subarray(0, bytes - at), at);
    at += piece.length;
  }
  return value;
}
