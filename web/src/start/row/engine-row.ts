// The engine that takes over from the recording of the first view's row: it stores each length anew.
import { Server } from '../../engine/server/client';
import { readResults } from '../../lessons/psql-output';
import type { Line } from './recorded-row';
import {
  PLAIN,
  createTable,
  insertOne,
  sizesQuery,
  type SampleValue,
  type Storage,
} from './sample-values';

/** An engine that stores rows of the first view and says how they were stored. */
export class RowEngine {
  readonly #server = new Server();
  readonly #there: Promise<unknown>;
  readonly #tables = new Set<string>();

  constructor() {
    this.#there = this.#server.run('CREATE EXTENSION IF NOT EXISTS pageinspect;');
  }

  /**
   * Has the engine store a value in a row. Returns what it printed for the row with the value PLAIN, and for
   * the row under `storage`.
   */
  async store(letters: SampleValue, storage: Storage, length: number): Promise<[Line, Line]> {
    await this.#there;
    return [await this.#line(letters, PLAIN, length), await this.#line(letters, storage, length)];
  }

  /** Stores a value of this length, and reads what became of it. */
  async #line(
    letters: SampleValue,
    storage: Pick<Storage, 'sql'> & { id: string },
    length: number,
  ) {
    const table = `t_${storage.id}`;
    if (!this.#tables.has(table)) await this.#server.run(createTable(table, storage));
    this.#tables.add(table);
    const printed = await this.#server.run(
      `TRUNCATE ${table};\n${insertOne(table, letters, length)}\n${sizesQuery(table)}`,
    );
    const [size, stored, row, method] = readResults(printed).tables.at(-1)?.rows.at(-1) ?? [];
    return [Number(size), Number(stored), Number(row), method ?? ''] as const;
  }

  /** Ends the engine; what was asked and not answered rejects. */
  close() {
    this.#server.close(new Error('The drawing is gone.'));
  }
}
