// SQL in a few colours, for reading. The editor has its own.

export interface SqlPiece {
  text: string;
  kind: 'keyword' | 'string' | 'number' | 'comment' | 'plain';
}

const TOKEN = /(--[^\n]*)|('(?:[^']|'')*')|\b(\d+(?:\.\d+)?)\b|\b([A-Z]{2,}(?:\d+)?)\b|([\s\S])/g;

/** Words in capitals are keywords: that is how lessons are written. */
export function sqlPieces(sql: string): SqlPiece[] {
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
