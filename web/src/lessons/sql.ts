// Divides SQL into pieces with a few colours, for reading. The editor has colours of its own.
import type { Values } from './answer';
import { NAMES_IN_TEXT } from './names-in-text';

/** A piece of SQL, and what it is, by which it is coloured. */
export interface SqlPiece {
  text: string;
  kind: 'keyword' | 'string' | 'number' | 'comment' | 'knob' | 'plain';
}

const TOKEN = /(--[^\n]*)|('(?:[^']|'')*')|\b(\d+(?:\.\d+)?)\b|\b([A-Z]{2,}(?:\d+)?)\b|([\s\S])/g;

/** SQL in pieces for display: words in capitals are keywords, as lessons write them; a knob's value is marked. */
function sqlPieces(sql: string, knobs: Values = new Map()): SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let from = 0;
  for (const { 0: all, 1: name = '', index } of sql.matchAll(NAMES_IN_TEXT)) {
    if (!knobs.has(name)) continue;
    pieces.push(...tokens(sql.slice(from, index)), {
      text: String(knobs.get(name)),
      kind: 'knob',
    });
    from = index + all.length;
  }
  return [...pieces, ...tokens(sql.slice(from))];
}

/** A line of SQL, as far as it is indented, with the line's end. */
export interface SqlLine {
  indent: number;
  pieces: SqlPiece[];
}

/** SQL as lines for display; a line that is too long continues below, indented further. */
export function sqlLines(sql: string, knobs?: Values): SqlLine[] {
  const lines: SqlPiece[][] = [[]];
  for (const { text, kind } of sqlPieces(sql, knobs)) {
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) {
        lines.at(-1)?.push({ text: '\n', kind: 'plain' });
        lines.push([]);
      }
      if (part) lines.at(-1)?.push({ text: part, kind });
    }
  }
  return lines.map((pieces) => ({
    indent: /^ */.exec(pieces.map(({ text }) => text).join(''))?.[0].length ?? 0,
    pieces,
  }));
}

/** Cuts SQL into pieces, each with its colour. */
function tokens(sql: string): SqlPiece[] {
  const pieces: SqlPiece[] = [];
  for (const [text, comment, string, number, keyword] of sql.matchAll(TOKEN)) {
    const kind = comment
      ? 'comment'
      : string
        ? 'string'
        : number
          ? 'number'
          : keyword
            ? 'keyword'
            : 'plain';
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  }
  return pieces;
}
