// SQL that only measures what the statements before it did: queries of catalogs, sizes and pages at a step's end. A
// lesson folds it away, under a line that says what it measures.

/** What a query measures with: functions and catalogs. */
const MEASURES = /\b(?:heap_page_items|get_raw_page|page_header|bt_\w+|pg_\w+)\b/g;

/** SQL cut behind each statement, a command of psql's that ends one among them. */
function statements(sql: string): string[] {
  const END =
    /'(?:[^']|'')*'|--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|(;|\\g\w*[^\n]*)[ \t]*(?:--[^\n]*)?\n?/g;
  const found: string[] = [];
  let from = 0;
  for (const match of sql.matchAll(END)) {
    if (!match[2]) continue;
    const to = match.index + match[0].length;
    found.push(sql.slice(from, to));
    from = to;
  }
  if (sql.slice(from).trim()) found.push(sql.slice(from));
  return found;
}

const measures = (statement: string) =>
  /^\s*(SELECT|WITH)\b/i.test(statement) ? (statement.match(MEASURES) ?? []) : [];

/** SQL in two: what a step is about, and what only measures it at its end, and with what functions and catalogs. */
export function parted(sql: string): { told: string; measuring: string; what: string } {
  const all = statements(sql);
  let from = all.length;
  while (from > 0 && measures(all[from - 1] ?? '').length > 0) from--;
  // Where nothing else runs, measuring is what the step is about.
  if (from === 0) from = all.length;
  const rest = all.slice(from);
  return {
    told: all.slice(0, from).join('').trimEnd(),
    measuring: rest.join('').trimEnd(),
    what: [...new Set(rest.flatMap(measures))].join(', '),
  };
}
