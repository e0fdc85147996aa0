// Reads what psql printed: the tables and plans that answers are taken from. The same code reads the output of the
// page's engine and a recording of the real server.

/** A table that psql printed; a cell is the text that was printed for it. */
export interface Table {
  columns: string[];
  rows: string[][];
}

/** How many buffers a plan counted, by what it did with them. */
export interface Buffers {
  hit: number;
  read: number;
  dirtied: number;
  written: number;
}

/** What a plan wrote to the log: records, page images, and bytes. */
export interface Wal {
  records: number;
  images: number;
  bytes: number;
}

/** What `EXPLAIN (ANALYZE, BUFFERS, WAL)` says of the whole statement: its topmost node's lines, and its last. */
export interface Plan {
  buffers: Buffers;
  wal: Wal;
  /** Milliseconds of `Execution Time`; null with SUMMARY OFF. */
  time: number | null;
}

/** All that was read from what psql printed, in its order. */
export interface Results {
  tables: Table[];
  plans: Plan[];
  /** psql's error lines, with what follows them. */
  errors: string[];
}

const RULE = /^-+(\+-+)*$/;

/**
 * Cuts an aligned line at the columns of the rule's `+`. `continued`: the last cell ends with `+`, so that the
 * next line belongs to it.
 */
function cut(line: string, rule: string): { cells: string[]; continued: boolean } {
  const cells: string[] = [];
  let continued = false;
  let from = 0;
  for (const width of rule.split('+').map((dashes) => dashes.length)) {
    const last = from + width >= rule.length;
    // Wide characters make a line shorter than the rule; the last cell takes the rest.
    const cell = last ? line.slice(from) : line.slice(from, from + width);
    if (/\+\s*$/.test(line.slice(from + width - 1, from + width))) continued = true;
    cells.push(cell.replace(/\+\s*$/, '').trim());
    from += width + 1;
  }
  return { cells, continued };
}

/** The numbers after names in a line: `hit=3 read=1`. */
function numbersOf(line: string): Map<string, number> {
  return new Map([...line.matchAll(/(\w+)=(\d+)/g)].map((m) => [m[1] ?? '', Number(m[2])]));
}

/** The buffers, the log and the nodes of a plan. */
function readPlan(rows: string[]): Plan {
  const buffers: Buffers = { hit: 0, read: 0, dirtied: 0, written: 0 };
  const wal: Wal = { records: 0, images: 0, bytes: 0 };
  let nodes = 0;
  for (const row of rows) {
    if (/^Planning:/.test(row.trim())) break;
    if (/\(actual |^\s*->/.test(row)) nodes++;
    if (nodes > 1) break;
    if (/^\s*Buffers: /.test(row)) {
      // Only shared buffers: what temporary files took comes after a comma.
      const found = numbersOf(row.replace(/,.*$/, ''));
      for (const key of Object.keys(buffers) as (keyof Buffers)[])
        buffers[key] = found.get(key) ?? 0;
    } else if (/^\s*WAL: /.test(row)) {
      const found = numbersOf(row);
      wal.records = found.get('records') ?? 0;
      wal.images = found.get('fpi') ?? 0;
      wal.bytes = found.get('bytes') ?? 0;
    }
  }
  const time = rows.map((row) => /^Execution Time: ([\d.]+) ms$/.exec(row.trim())).find(Boolean);
  return { buffers, wal, time: time ? Number(time[1]) : null };
}

/** Reads what psql printed in its aligned format. */
export function readResults(printed: string): Results {
  const results: Results = { tables: [], plans: [], errors: [] };
  const lines = printed.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const error = /^psql:[^ ]*: ((?:ERROR|FATAL):.*)$/.exec(line);
    if (error) results.errors.push((error[1] ?? '').replace(/: {2}/, ': '));
    if (!RULE.test(line) || i === 0) continue;
    const columns = cut(lines[i - 1] ?? '', line).cells;
    const rows: string[][] = [];
    const raw: string[] = [];
    let continued = false;
    let end = i + 1;
    for (; end < lines.length && !/^\(\d+ rows?\)$/.test(lines[end] ?? ''); end++) {
      const next = cut(lines[end] ?? '', line);
      const last = rows.at(-1);
      if (continued && last) next.cells.forEach((cell, c) => (last[c] += `\n${cell}`));
      else rows.push(next.cells);
      raw.push((lines[end] ?? '').slice(1).replace(/\+\s*$/, ''));
      continued = next.continued;
    }
    // A rule without its footer is not a table: \d prints titles and no count.
    if (end >= lines.length) continue;
    if (columns.length === 1 && columns[0] === 'QUERY PLAN') results.plans.push(readPlan(raw));
    else results.tables.push({ columns, rows });
    i = end;
  }
  return results;
}
