// A script that the advisor wrote for psql, cut into what there is to do: text to echo, statements, and rows to copy. Of
// psql's commands the scripts use \echo, \set and \pset only; the latter two say how to print, which is always alike here.

/** A thing to do: echo a line, run a statement, or copy rows into a table by the statement. */
export type Part =
  | { kind: 'echo'; text: string }
  | { kind: 'run'; sql: string }
  | { kind: 'copy'; sql: string; rows: string[] };

/** How a statement that psql sends rows after ends. */
const FROM_STDIN = /^COPY\s[\s\S]*\sFROM\s+stdin$/i;

/** Whether a text ends inside of a string or a quoted name. */
function isOpen(text: string): boolean {
  let quote = '';
  for (const c of text) {
    if (quote === '') {
      if (c === "'" || c === '"') quote = c;
    } else if (c === quote) quote = '';
  }
  return quote !== '';
}

/** Yields the parts of a script in their order. A statement ends with the line that ends with a semicolon outside of quotes. */
export function* partsOf(script: string): Generator<Part> {
  const lines = script.split('\n');
  let begun = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (begun === '') {
      if (line.startsWith('\\echo ')) {
        yield { kind: 'echo', text: line.slice('\\echo '.length) };
        continue;
      }
      if (line.trim() === '' || line.startsWith('\\') || line.startsWith('--')) continue;
    }
    begun += begun === '' ? line : `\n${line}`;
    if (!line.endsWith(';') || isOpen(begun)) continue;
    const sql = begun.slice(0, -1);
    begun = '';
    if (!FROM_STDIN.test(sql)) {
      yield { kind: 'run', sql };
      continue;
    }
    const end = lines.indexOf('\\.', at);
    const rows = lines.slice(at + 1, end < 0 ? lines.length : end);
    yield { kind: 'copy', sql: sql.replace(/\bstdin$/i, "'/dev/blob'"), rows };
    at = end < 0 ? lines.length : end;
  }
}
