// SQL in a few colours, for reading. The editor has its own.
import type { Values } from './answer';
import { NAMES_IN_TEXT } from './format';

export interface SqlPiece {
  text: string;
  kind: 'keyword' | 'string' | 'number' | 'comment' | 'knob' | 'plain';
}

const TOKEN = /(--[^\n]*)|('(?:[^']|'')*')|\b(\d+(?:\.\d+)?)\b|\b([A-Z]{2,}(?:\d+)?)\b|([\s\S])/g;

/** Words in capitals are keywords: that is how lessons are written. What a knob put in stands out. */
export function sqlPieces(sql: string, knobs: Values = new Map()): SqlPiece[] {
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
