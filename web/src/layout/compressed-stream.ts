// A compressed stream: its tokens, and the arcs from what is copied to where it is copied from.

import { count } from './format';
import { character } from './hex';

/** Numbers a token: see `inspect::fields::tokens`. */
const WIDTH = 5;

/** A step of the stream. */
export interface StreamToken {
  index: number;
  /** Its bytes in the stream; of literals, the literals themselves. */
  at: number;
  size: number;
  /** What it makes of the value. */
  out: number;
  length: number;
  /** How far back it copies from; 0 for literals. */
  back: number;
}

/** How many tokens the stream has. */
export const tokenCount = (tokens: Uint32Array) => Math.floor(tokens.length / WIDTH);

/** The token with this index, from 0. */
export function tokenOf(tokens: Uint32Array, index: number): StreamToken {
  /** A number of the token. */
  const n = (i: number) => tokens[index * WIDTH + i] ?? 0;
  return { index, at: n(0), size: n(1), out: n(2), length: n(3), back: n(4) };
}

/** The index of the last token whose `field` (0: place in the stream, 2: place in the value) is at most `value`. */
function last(tokens: Uint32Array, field: 0 | 2, value: number): number {
  let low = 0;
  let high = tokenCount(tokens);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle * WIDTH + field] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The token that makes this byte of the value; null if there is none. */
export function tokenMaking(tokens: Uint32Array, out: number): StreamToken | null {
  const i = last(tokens, 2, out);
  if (i < 0) return null;
  const token = tokenOf(tokens, i);
  return out < token.out + token.length ? token : null;
}

/** The token that this byte of the stream belongs to; null for control bytes and lengths. */
export function tokenFrom(tokens: Uint32Array, at: number): StreamToken | null {
  const i = last(tokens, 0, at);
  if (i < 0) return null;
  const token = tokenOf(tokens, i);
  return at < token.at + token.size ? token : null;
}

/** The tokens that make the bytes between two positions of the value. */
export function tokensBetween(tokens: Uint32Array, from: number, to: number): StreamToken[] {
  const found: StreamToken[] = [];
  for (let i = Math.max(0, last(tokens, 2, from)); i < tokenCount(tokens); i++) {
    const token = tokenOf(tokens, i);
    if (token.out >= to) break;
    if (token.length > 0) found.push(token);
  }
  return found;
}

/** An arc: a path above a baseline from the middle of what is made to the middle of its source. */
export interface Arc {
  token: number;
  path: string;
  /** The source: as many bytes as are there, at most the token's length. */
  source: { at: number; length: number };
}

/** The bytes a match copies: when it overlaps itself they are its first `back` bytes again and again. */
export function sourceOf(token: StreamToken) {
  return { at: token.out - token.back, length: Math.min(token.length, token.back) };
}

/** The arc of a match on a line where a byte is `cell` px wide; far sources have high arcs. */
export function arcOf(token: StreamToken, cell: number, baseline: number, most: number): Arc {
  const source = sourceOf(token);
  const from = (source.at + source.length / 2) * cell;
  const to = (token.out + Math.min(token.length, source.length) / 2) * cell;
  const height = Math.min(most, 12 + Math.sqrt(Math.abs(to - from)) * 3);
  const top = baseline - height * (4 / 3);
  /** A coordinate with one decimal. */
  const n = (v: number) => v.toFixed(1);
  return {
    token: token.index,
    path: `M${n(to)},${n(baseline)}C${n(to)},${n(top)} ${n(from)},${n(top)} ${n(from)},${n(baseline)}`,
    source,
  };
}

/** The runs between two bytes of the stream: literals, matches, and bytes of neither. */
export function streamRuns(tokens: Uint32Array, from: number, to: number) {
  const runs: { at: number; length: number; part: string; path: string }[] = [];
  let here = from;
  for (let i = Math.max(0, last(tokens, 0, from)); i < tokenCount(tokens) && here < to; i++) {
    const token = tokenOf(tokens, i);
    const a = Math.max(token.at, here);
    const b = Math.min(token.at + token.size, to);
    if (token.at >= to) break;
    if (b <= a) continue;
    if (a > here) runs.push({ at: here, length: a - here, part: 'header', path: '' });
    runs.push({ at: a, length: b - a, part: token.back ? 'pointer' : 'payload', path: `${i}` });
    here = b;
  }
  if (here < to) runs.push({ at: here, length: to - here, part: 'header', path: '' });
  return runs;
}

/** The runs between two bytes of the value: literals, and what matches copied. */
export function valueRuns(tokens: Uint32Array, from: number, to: number) {
  const runs: { at: number; length: number; part: string; path: string }[] = [];
  for (const token of tokensBetween(tokens, from, to)) {
    const a = Math.max(token.out, from);
    const b = Math.min(token.out + token.length, to);
    const part = token.back ? 'compressed' : 'payload';
    if (b > a) runs.push({ at: a, length: b - a, part, path: `${token.index}` });
  }
  return runs;
}

/** A few bytes of a stream, as they are written and what they say. */
export interface StreamPiece {
  at: number;
  kind: 'size' | 'between' | 'literal' | 'copy';
  digits: string;
  says: string;
  /** What it makes of the value; nothing of sizes and of what stands between. */
  makes: { at: number; length: number } | null;
}

/** Bytes before the stream: the plain size and the method. */
const SIZE = 4;
/** Literals that are written as letters. */
const LETTERS = 12;

/**
 * The stored bytes of a compressed value, cut into at most `most` pieces by what they mean. `between` names
 * bytes that are neither literals nor matches: pglz has control bytes there, lz4 lengths.
 */
export function streamPieces(
  tokens: Uint32Array,
  stored: Uint8Array,
  plain: Uint8Array,
  between: string,
  most: number,
): StreamPiece[] {
  /** Bytes of the stream in hexadecimal. */
  const digits = (at: number, length: number) =>
    Array.from({ length }, (_, i) => (stored[at + i] ?? 0).toString(16).padStart(2, '0')).join('');
  /** A piece of the stream, cut where it is long. */
  const piece = (at: number, length: number, kind: StreamPiece['kind'], says: string) => ({
    ...{ at, kind, says, makes: null as StreamPiece['makes'] },
    digits: length > LETTERS ? `${digits(at, LETTERS)}…` : digits(at, length),
  });
  const found = [piece(0, SIZE, 'size', `${count(plain.length)} plain`)];
  for (const { at, length, path } of streamRuns(tokens, SIZE, stored.length)) {
    if (found.length >= most) break;
    if (path === '') {
      found.push(piece(at, length, 'between', between));
      continue;
    }
    const token = tokenOf(tokens, Number(path));
    const letters = Array.from({ length: Math.min(LETTERS, token.length) }, (_, i) =>
      character(plain[token.out + i] ?? 0),
    ).join('');
    const says =
      token.back > 0
        ? `${count(token.length)} from ${count(token.back)} back`
        : `“${letters}${token.length > LETTERS ? '…' : ''}”`;
    const made = piece(at, length, token.back > 0 ? 'copy' : 'literal', says);
    found.push({ ...made, makes: { at: token.out, length: token.length } });
  }
  return found;
}
