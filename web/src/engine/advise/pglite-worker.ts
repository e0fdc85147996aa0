// Runs a script of the advisor's in PGlite, which is PostgreSQL compiled to WebAssembly, and prints what psql would. The
// page starts this worker when the reader asks for it; nothing of PGlite is loaded before.
import '../hold-life';
import { PGlite, messages, protocol } from '@electric-sql/pglite';
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect';
import type { PgliteReply } from './protocol';
import { partsOf } from './psql-script';

/** Milliseconds between two words about progress. */
const TELL_EVERY = 100;
/** The name of a section that stores the rows in one way. */
const TRIAL = /^@@ trial \d+$/;

/** Posts a message to the page. */
const post = (reply: PgliteReply) => postMessage(reply);

/** A database in memory, asked as psql asks. */
class Database {
  readonly #database: PGlite;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs a statement. Returns its rows as lines with tabs between values, or its error as psql prints it. */
  async ask(sql: string): Promise<{ lines: string[]; error?: string }> {
    const { messages: said } = await this.#database.execProtocol(protocol.serialize.query(sql), {
      throwOnError: false,
    });
    const lines: string[] = [];
    for (const message of said) {
      if (message instanceof messages.DataRowMessage)
        lines.push(message.fields.map((value) => value ?? '').join('\t'));
      if (message instanceof messages.DatabaseError)
        return { lines, error: `ERROR:  ${message.message}` };
    }
    return { lines };
  }

  /** Copies rows, lines in COPY's text format, by a COPY that reads them from the blob. */
  async copy(sql: string, rows: string[]): Promise<{ lines: string[]; error?: string }> {
    const blob = new Blob([rows.map((row) => `${row}\n`).join('')]);
    try {
      await this.#database.query(sql, [], { blob });
      return { lines: [] };
    } catch (error) {
      return { lines: [], error: `ERROR:  ${error instanceof Error ? error.message : error}` };
    }
  }
}

/** Runs the script; returns what psql would print for it, unaligned and without the names of columns. */
async function run(script: string): Promise<string> {
  post({ kind: 'progress', what: 'Loading PGlite', share: 0 });
  const database = new Database(
    await PGlite.create({ dataDir: 'memory://', extensions: { pageinspect } }),
  );
  const printed: string[] = [];
  const parts = [...partsOf(script)];
  let section = '';
  /** Whether the trial failed for want of lz4: then it is not stored. */
  let leftOut = false;
  let toldAt = 0;
  for (const [i, part] of parts.entries()) {
    if (performance.now() - toldAt > TELL_EVERY) {
      toldAt = performance.now();
      post({ kind: 'progress', what: 'Running the script in PGlite', share: i / parts.length });
    }
    if (part.kind === 'echo') {
      section = part.text;
      if (/^@@ (trial|end)/.test(section)) leftOut = false;
      printed.push(section);
    } else if (!leftOut) {
      const { lines, error } =
        part.kind === 'run'
          ? await database.ask(part.sql)
          : await database.copy(part.sql, part.rows);
      printed.push(...lines);
      if (error) printed.push(error);
      leftOut = TRIAL.test(section) && /\blz4\b/.test(error ?? '');
    }
  }
  return `${printed.join('\n')}\n`;
}

onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    post({ kind: 'printed', text: await run(data) });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
