// Finds the statement that the cursor is in; it cuts the text as psql would.

/** Where a statement stands in a text, in characters counted from 0; `to` is after its last one. */
export interface Statement {
  /** From the first character that is not white space, to after the semicolon. */
  from: number;
  to: number;
}

const DOLLAR = /\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$/y;

const WORD = /[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*/y;
const BLANK = /^(?:\s|--.*|\/\*[^]*?\*\/)*/;
const ROUTINE = /^create\s+(?:or\s+replace\s+)?(?:function|procedure)\b/i;
/** A COPY whose rows are the lines after it, to a line with only a backslash and a period. */
const COPIES = /^\\?copy\b[^']*\bfrom\s+stdin\b/i;

/** The end of the quoted text or comment that starts at `at`; `at` itself if none starts there. */
function skipQuoted(text: string, at: number): number {
  const c = text[at];
  if (c === "'" || c === '"') {
    const escapes = c === "'" && /(?:^|[^\w$])[eE]$/.test(text.slice(Math.max(0, at - 2), at));
    let i = at + 1;
    while (i < text.length) {
      if (escapes && text[i] === '\\') i += 2;
      else if (text[i] === c && text[i + 1] === c) i += 2;
      else if (text[i] === c) return i + 1;
      else i++;
    }
    return text.length;
  }
  if (c === '-' && text[at + 1] === '-') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (c === '/' && text[at + 1] === '*') {
    let depth = 1;
    let i = at + 2;
    while (i < text.length && depth > 0) {
      const nested = text.startsWith('/*', i) ? 1 : text.startsWith('*/', i) ? -1 : 0;
      depth += nested;
      i += nested === 0 ? 1 : 2;
    }
    return i;
  }
  if (c === '$' && !/[\w$]/.test(text[at - 1] ?? '')) {
    DOLLAR.lastIndex = at;
    const tag = DOLLAR.exec(text)?.[0];
    if (tag) {
      const end = text.indexOf(tag, at + tag.length);
      return end < 0 ? text.length : end + tag.length;
    }
  }
  return at;
}

/** All statements and backslash commands of a script, with the comments before them. */
export function statements(text: string): Statement[] {
  const found: Statement[] = [];
  let from = -1;
  let depth = 0;
  /** How many BEGIN ATOMIC and CASE are open in the body of a routine: its semicolons are no ends. */
  let blocks = 0;
  let i = 0;
  /** The statement so far, without the comments before it. */
  const begun = () => text.slice(from, i).replace(BLANK, '');
  /** Ends the statement that has begun, after the rows that a COPY reads. */
  const end = () => {
    if (COPIES.test(begun())) {
      const last = /\n\\\.[ \t\r]*(?=\n|$)/.exec(text.slice(i));
      i = last ? i + last.index + last[0].length : text.trimEnd().length;
    }
    found.push({ from, to: i });
    from = -1;
    depth = blocks = 0;
  };
  while (i < text.length) {
    const c = text[i] ?? '';
    if (from < 0 && /\s/.test(c)) {
      i++;
      continue;
    }
    if (from < 0) from = i;
    const after = skipQuoted(text, i);
    WORD.lastIndex = i;
    const word = WORD.exec(text)?.[0] ?? '';
    if (after > i) {
      i = after;
    } else if (word) {
      if (depth === 0 && /^(?:begin|case|end)$/i.test(word)) {
        if (/^e/i.test(word)) blocks = Math.max(0, blocks - 1);
        else if (blocks > 0 || (/^b/i.test(word) && ROUTINE.test(begun()))) blocks++;
      }
      i += word.length;
    } else if (text.startsWith('\\;', i)) {
      i += 2;
    } else if (c === '\\') {
      const line = text.indexOf('\n', i);
      i = line < 0 ? text.length : line;
      end();
    } else {
      if (c === '(') depth++;
      if (c === ')') depth = Math.max(0, depth - 1);
      i++;
      if (c === ';' && depth === 0 && blocks === 0) end();
    }
  }
  i = text.trimEnd().length;
  if (from >= 0) end();
  return found;
}

/**
 * The statement at a position: the one around it, else the one before it on the same line, else the next one, else
 * the last; null without any.
 */
export function statementAt(text: string, position: number): Statement | null {
  const all = statements(text);
  const around = all.find((s) => position >= s.from && position <= s.to);
  if (around) return around;
  const before = all.filter((s) => s.to <= position).at(-1);
  if (before && !text.slice(before.to, position).includes('\n')) return before;
  return all.find((s) => s.from >= position) ?? before ?? null;
}

/** The number of the line a position is on, from 1. */
export const lineOf = (text: string, position: number) =>
  text.slice(0, position).split('\n').length;
