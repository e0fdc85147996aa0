// SQL that only measures what the statements before it did: queries of catalogs, sizes and pages at a step's end. A
// lesson folds it away, under a line that says what it measures.

/** What a query measures with: functions and catalogs. */
const MEASURES = /\b(?:heap_page_items|get_raw_page|page_header|bt_\w+|pg_\w+)\b/g;

/** The statements of a script, each with its semicolon or the psql command that ends it. */
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

/** What a statement measures. */
const measures = (statement: string) =>
  /^\s*(SELECT|WITH)\b/i.test(statement) ? (statement.match(MEASURES) ?? []) : [];

/**
 * Where the statements at a step's end begin that only measure, and the functions and catalogs that they use;
 * null if there are none, or if the step has no others.
 */
export function measuringIn(sql: string): { from: number; what: string } | null {
  const all = statements(sql);
  let first = all.length;
  while (first > 0 && measures(all[first - 1] ?? '').length > 0) first--;
  // Where nothing else runs, measuring is what the step is about.
  if (first === 0 || first === all.length) return null;
  return {
    from: all.slice(0, first).join('').length,
    what: [...new Set(all.slice(first).flatMap(measures))].join(', '),
  };
}
