// The engine by itself: SQL in, what psql prints out, with what happened on the way and the pages as they are afterwards.
// The same for Node.js and browsers; `node.ts` and `browser.ts` differ in where they load it from.
import { readResults, type Table } from '../../src/lessons/psql-output';
import type {
  Engine,
  Event,
  Fork,
  Frame,
  Heard,
  PageView,
  RelationView,
  RowView,
  Usage,
} from '../../src/engine/generated/toastscope.js';

export type { Table } from '../../src/lessons/psql-output';
export type {
  Event,
  Fork,
  Heard,
  PageView,
  RelationView,
  RowView,
  Usage,
} from '../../src/engine/generated/toastscope.js';

/** `shared_buffers` as on the servers that it is held against: 2 GB in pages. */
const SHARED_BUFFERS = 262_144;
/** Bytes that all values together may take. */
const MEMORY = 1_500_000_000;
const PAGE = 8192;

export interface Options {
  /** What seeds `random()`, from 0 to 1; the same seed gives the same values. 0.5 unless it is said. */
  seed?: number;
  /** The time of day for `now()`, in milliseconds since 1970; the clock's unless it is said. */
  time?: number;
  /** `shared_buffers`, in pages of 8 kB. */
  sharedBuffers?: number;
  /** Bytes that all values together may take. */
  memory?: number;
}

/** What came of a statement, or of several that psql sent as one. */
export interface Statement {
  /** As it was written. */
  text: string;
  /** What psql prints of it. */
  printed: string;
  /** Its tables as rows of text, as psql aligns them. */
  tables: Table[];
  /** What the server answered, in order. */
  results: Heard[];
  /**
   * What happened in storage, in order. Of very many only the first and the last are told one by one; those between
   * are in `bulk`.
   */
  events: Event[];
  /** How often what happened in stretches of a long statement. */
  bulk: NonNullable<Frame['bulk']>[];
  /** Buffers that it hit, read, dirtied and wrote. */
  buffers: Usage;
}

export interface Ran {
  /** What psql prints for all of it, without the lines themselves. */
  printed: string;
  statements: Statement[];
  /** The server's errors, as psql prints them. */
  errors: string[];
}

/** A page: its parts by name, and its 8192 bytes. */
export interface Page {
  view: PageView;
  bytes: Uint8Array;
}

/** A table, index or TOAST table with the bytes of its main fork. */
export interface Relation extends RelationView {
  bytes: number;
}

/** What a database is made from. */
export type Make = (sharedBuffers: number, memory: number, seed: number) => Engine;

/** One database, empty when it is opened. Give it back by `close`, or declare it with `using`. */
export class Database {
  #engine: Engine;

  constructor(make: Make, options: Options = {}) {
    const { seed = 0.5, time, sharedBuffers = SHARED_BUFFERS, memory = MEMORY } = options;
    this.#engine = make(sharedBuffers, memory, seed);
    if (time !== undefined) this.#engine.setTime(time);
  }

  /**
   * Runs SQL and psql's commands, one after the other. Errors of the server are listed in `errors`; nothing is
   * thrown.
   */
  run(sql: string): Ran {
    const engine = this.#engine;
    engine.begin('script.sql', 0);
    const statements: Statement[] = [];
    let [text, printed] = ['', ''];
    /** Keeps the statement that the line has ended, if it has ended one. */
    const ended = () => {
      const step = engine.step();
      if (step) statements.push(statementOf(text, printed, step));
      if (step || !text.trim()) [text, printed] = ['', ''];
    };
    for (const line of sql.replace(/\n$/, '').split('\n')) {
      if (engine.exitCode() !== undefined) break;
      const said = engine.line(line);
      printed += said.startsWith(`${line}\n`) ? said.slice(line.length + 1) : said;
      text += text ? `\n${line}` : line;
      if (engine.atStart()) ended();
    }
    printed += engine.finish();
    ended();
    const all = statements.map((statement) => statement.printed).join('');
    return { printed: all, statements, errors: readResults(all).errors };
  }

  /** All tables, their indexes, TOAST tables and sequences. */
  relations(): Relation[] {
    return this.#engine.relations().map((relation) => {
      const main = relation.forks.find(({ fork }) => fork === 'main');
      return { ...relation, bytes: (main?.blocks ?? 0) * PAGE };
    });
  }

  /** A relation by its name, as `pg_class` has it; null when there is none. */
  relation(name: string): Relation | null {
    return this.relations().find((relation) => relation.name === name) ?? null;
  }

  /** A page of a relation by its number; null when there is no such page. */
  page(relation: string, block: number, fork: Fork = 'main'): Page | null {
    const oid = this.relation(relation)?.oid;
    if (oid === undefined) return null;
    const view = this.#engine.page(oid, fork, block);
    const bytes = this.#engine.pageBytes(oid, fork, block);
    return view && bytes ? { view, bytes } : null;
  }

  /** A row by its place: the values of its columns, its chunks, and the index entries that lead to it. */
  row(relation: string, block: number, item: number): RowView | null {
    const oid = this.relation(relation)?.oid;
    return oid === undefined ? null : (this.#engine.row(oid, block, item) ?? null);
  }

  /** The row that was written last; null when it is gone. */
  lastRow(): RowView | null {
    return this.#engine.lastRow() ?? null;
  }

  /** Frees the memory. No other method may be called afterwards. */
  close() {
    this.#engine.free();
  }

  [Symbol.dispose]() {
    this.close();
  }
}

/** What came of a statement: what it printed, its rows, events and buffers. */
function statementOf(
  text: string,
  printed: string,
  step: NonNullable<ReturnType<Engine['step']>>,
): Statement {
  return {
    text,
    printed,
    tables: readResults(printed).tables,
    results: step.results,
    events: step.frames.flatMap(({ event }) => event ?? []),
    bulk: step.frames.flatMap(({ bulk }) => bulk ?? []),
    buffers: step.counters.statement,
  };
}

/** What both ways of loading offer. */
export interface Entry {
  /** Opens an empty database. */
  open(options?: Options): Promise<Database>;
  /** Runs SQL in a database of its own, which is gone afterwards. */
  run(sql: string, options?: Options): Promise<Ran>;
}

/**
 * Defines the global functions that the engine calls: to ask whether a statement is to end, and to report a
 * panic.
 */
function provide() {
  Object.assign(globalThis, {
    toastscopeInterrupted: () => false,
    toastscopePanicked: (message: string) => console.error(message),
  });
}

/** The entry for a way to load the engine, which is loaded once, when it is first needed. */
export function entryOf(load: () => Promise<Make>): Entry {
  let loading: Promise<Make> | null = null;
  /** Opens an empty database; the first time the engine is loaded. */
  async function open(options?: Options) {
    provide();
    return new Database(await (loading ??= load()), options);
  }
  /** Runs SQL in a database of its own. */
  async function run(sql: string, options?: Options) {
    const database = await open(options);
    try {
      return database.run(sql);
    } finally {
      database.close();
    }
  }
  return { open, run };
}

/** Opens an empty database. */
export declare const open: Entry['open'];
/** Runs SQL in a database of its own, which is gone afterwards. */
export declare const run: Entry['run'];
