// Reads a table and advises on it: the readers, the advisor's module and an engine of its own, all in one worker, which
// the page ends when it is asked to stop.
import '../hold-life';
import initAdvise, {
  Advisor,
  Sample,
  checkedRelease,
  compared,
  dumpScript,
  type Loader,
} from '../generated/advise.js';
import adviseWasm from '../generated/advise_bg.wasm?url';
import initEngine, { LogWriter } from '../generated/toastscope.js';
import engineWasm from '../generated/toastscope_bg.wasm?url';
import { readSource } from './read';
import { LONGEST, TOO_LONG } from './rows';
import { isScript, scriptOf } from './script';
import type {
  Comparison,
  Limit,
  Numbered,
  Refused,
  Reply,
  Request,
  Settings,
  Source,
} from './protocol';

/** `shared_buffers` in pages (2 GB), the memory all values together may take, and what seeds `random()`. */
const [SHARED_BUFFERS, MEMORY, SEED] = [262_144, 1_500_000_000, 15];
/** Milliseconds between two words about progress. */
const TELL_EVERY = 100;
/** Rows that are handed to the module at once: so many bytes of lines. */
const BATCH = 1 << 18;
const TABLE = 'your_table';
/** Rows kept aside, and errors of a script, that are named to the page. */
const NAMED = 100;

declare global {
  var toastscopePanicked: (message: string) => void;
  var toastscopeInterrupted: () => boolean;
}

/** Posts a message to the page. */
const post = (reply: Reply) => postMessage(reply);
globalThis.toastscopePanicked = (message) => post({ kind: 'failed', message });
// Callers that want it to stop end the worker.
globalThis.toastscopeInterrupted = () => false;

let reportedAt = 0;
/** Reports how far it is, not too often. */
function progress(what: string, share: number) {
  const now = performance.now();
  if (now - reportedAt < TELL_EVERY) return;
  reportedAt = now;
  post({ kind: 'progress', what, share });
}

let sample: Sample | undefined;
let script: string[] | undefined;
/** Rows of the table that the script was sampled from, if it says so. */
let rowsSaid = 0;
/** The last advice: its script for a server, made when it is asked for. */
let checkScript: (() => string) | undefined;

/** Reads a sample from a source. Throws if there is nothing in it. */
async function read(source: Source, limit: Limit) {
  sample = undefined;
  script = undefined;
  if (await isScript(source)) return readScript(source);
  await initAdvise({ module_or_path: adviseWasm });
  let refused: Refused[] = [];
  let numbers: number[] = [];
  let lines: string[] = [];
  let length = 0;
  let numbered: Numbered = 'Line';
  /** Hands the collected rows to the sample. */
  const flush = () => {
    if (numbers.length > 0) sample?.add(Float64Array.from(numbers), lines.join('\n'));
    numbers = [];
    lines = [];
    length = 0;
  };
  await readSource(source, {
    names: (names, what) => {
      numbered = what;
      sample = new Sample(JSON.stringify(names), limit.rows, limit.bytes);
    },
    row: (number, line) => {
      numbers.push(number);
      lines.push(line);
      length += line.length;
      if (length > BATCH) flush();
    },
    refused: (row) => refused.push(row),
    share: (share) => progress('Reading', share),
  });
  flush();
  if (!sample) throw new Error('There is nothing in it.');
  const result = sample as Sample;
  refused = refused.concat(JSON.parse(result.refused()) as Refused[]);
  refused.sort((a, b) => a.number - b.number);
  const [seen, first] = [result.seen(), refused[0]];
  if (seen === 0 && first)
    throw new Error(`There is no row in it. ${numbered} ${first.number}: ${first.why}`);
  if (seen === 0) throw new Error('There are names in it, and no rows.');
  post({
    kind: 'read',
    result: {
      create: result.createTable(TABLE),
      seen,
      refused: refused.slice(0, NAMED),
      aside: refused.length,
      numbered,
    },
  });
}

/**
 * Keeps a script until advice is asked for: it makes its own tables, so that no rows are read now. Throws if it is
 * empty.
 */
async function readScript(source: Source) {
  const text = await scriptOf(source, async (archive) => {
    await initAdvise({ module_or_path: adviseWasm });
    return dumpScript(archive);
  });
  if (text.trim() === '') throw new Error('There is nothing in it.');
  script = text.split('\n');
  rowsSaid = Number(/^-- toastscope: (\d+) rows in the table$/m.exec(text.slice(0, 1000))?.[1]);
  post({
    kind: 'read',
    result: { create: '', seen: 0, refused: [], aside: 0, numbered: 'Line' },
  });
}

/** The error in what psql printed, if there is one. */
const errorOf = (printed: string) => /^psql:\S* (?:ERROR|FATAL): {2}(.*)$/m.exec(printed)?.[1];

/** Runs the script; returns its errors by line, and the name of its largest table. */
function runScript(
  psql: LogWriter,
  lines: readonly string[],
): { table: string; refused: Refused[] } {
  const refused: Refused[] = [];
  /** The last line that something was printed for, so that a statement ended in it. */
  let ended = -1;
  for (const [i, line] of lines.entries()) {
    const printed = line.length > LONGEST ? '' : psql.line(line);
    const why = line.length > LONGEST ? `${TOO_LONG}: left out` : errorOf(printed);
    if (printed !== '') ended = i;
    if (why && refused.length < NAMED) refused.push({ number: i + 1, why });
    if (i % 64 === 0) progress('Running the script', i / lines.length);
  }
  // In an open quote or comment psql knows no commands.
  if (psql.line('\\r').length + psql.line('\\echo @').length === 0) {
    const begins = lines.findIndex((line, i) => i > ended && /^\s*[^\s-]/.test(line));
    throw new Error(
      `Line ${begins + 1}: a quote or comment is open from here to the end of the script.`,
    );
  }
  // pg_dump empties it, and the advisor's own tables need a schema to be made in.
  psql.line('RESET search_path;');
  const asked = `\\pset format unaligned
\\pset tuples_only on
SELECT '@' || quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY pg_table_size(c.oid) DESC, 1 LIMIT 1;`;
  const printed = asked.split('\n').map((line) => psql.line(line));
  const table = /^@(.*)$/m.exec(printed.join(''))?.[1];
  if (!table) {
    const first = refused[0];
    throw new Error(
      first
        ? `The script makes no table. Line ${first.number}: ${first.why}`
        : 'The script makes no table.',
    );
  }
  return { table, refused };
}

/** The name of the table that a statement makes, as it writes it. */
const tableOf = (create: string) =>
  /^\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?((?:"(?:[^"]|"")+"|[\w$.])+)/i.exec(create)?.[1];

/** Creates the table and loads the sample into it. Throws if `CREATE TABLE` is not how the statement begins. */
function load(ask: (text: string) => string, create: string, loader: (table: string) => Loader) {
  const table = tableOf(create);
  if (!table) throw new Error('The statement has to begin with CREATE TABLE and a name.');
  const why = errorOf(ask(create.trim().replace(/;?$/, ';')));
  if (why) throw new Error(why);
  const rows = loader(table);
  for (let text = rows.next(); text !== undefined; text = rows.next()) {
    rows.answer(ask(text));
    progress('Loading', rows.loaded() / Math.max(1, rows.all()));
  }
  return { table, refused: JSON.parse(rows.refused()) as Refused[], loaded: rows.loaded() };
}

/** A psql session on a new server of a release: runs a script, and returns what psql prints. */
async function newServer(release: string) {
  await Promise.all([
    initEngine({ module_or_path: engineWasm }),
    initAdvise({ module_or_path: adviseWasm }),
  ]);
  const psql = new LogWriter(SHARED_BUFFERS, MEMORY, SEED, false);
  psql.line(`SET toastscope.server = '${release.replaceAll("'", '')}';`);
  const ask = (text: string) =>
    text
      .split('\n')
      .map((line) => psql.line(line))
      .join('');
  return { psql, ask };
}

/** The script that repeats the trials of the last advice. Throws if there is none, or it went with what was cancelled. */
function lastScript(): string {
  if (!checkScript) throw new Error('Ask for advice first: its script is what is compared.');
  return checkScript();
}

/** Compares what a server's psql printed for the script of the last advice with what the engine prints. */
async function compare(output: string) {
  const text = lastScript();
  const { psql } = await newServer(checkedRelease(output));
  const lines = text.split('\n');
  const ours: string[] = [];
  for (const [i, line] of lines.entries()) {
    ours.push(psql.line(line));
    if (i % 64 === 0) progress('Running the script', i / lines.length);
  }
  psql.free();
  const comparison = JSON.parse(compared(text, ours.join(''), output)) as Comparison;
  post({ kind: 'compared', comparison });
}

/** Tries the ways to store the rows, and posts the report. */
async function advise(create: string, { goal, rows, server }: Settings) {
  checkScript = undefined;
  const { psql, ask } = await newServer(server);
  const held = sample;
  const from = script
    ? { ...runScript(psql, script), loaded: 0 }
    : load(ask, create, (table) => held!.loader(table));
  const total = rows || (script ? rowsSaid : held?.seen());
  const advisor = new Advisor(
    JSON.stringify({ table: from.table, goal, total_rows: total || null }),
  );
  for (let text = advisor.next(); text !== undefined; text = advisor.next()) {
    const [what, done, of] = JSON.parse(advisor.progress()) as [string, number, number];
    post({ kind: 'progress', what, share: done / of });
    advisor.answer(ask(text));
  }
  checkScript = () => advisor.checkScript(ask('COPY toastscope_rows TO STDOUT;'));
  post({ kind: 'report', json: advisor.report(), refused: from.refused, loaded: from.loaded });
}

onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    if (data.kind === 'read') await read(data.source, data.limit);
    else if (data.kind === 'advise') await advise(data.create, data.settings);
    else if (data.kind === 'compare') await compare(data.output);
    else post({ kind: 'script', text: lastScript() });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
