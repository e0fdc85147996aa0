// The engine takes over from the recording: each length is stored and looked at anew, one at a time, and of what
// is asked meanwhile only the last.
import { Server } from '../../engine/server/client';
import { readResults } from '../../lessons/psql-output';
import type { Line } from './recorded-row';
import { PLAIN, createTable, insertOne, look, type Letters, type Storage } from './sample-values';

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
  async store(letters: Letters, storage: Storage, length: number): Promise<[Line, Line]> {
    await this.#there;
    return [await this.#line(letters, PLAIN, length), await this.#line(letters, storage, length)];
  }

  async #line(letters: Letters, storage: Pick<Storage, 'sql'> & { id: string }, length: number) {
    const table = `t_${storage.id}`;
    if (!this.#tables.has(table)) await this.#server.run(createTable(table, storage));
    this.#tables.add(table);
    const printed = await this.#server.run(
      `TRUNCATE ${table};\n${insertOne(table, letters, length)}\n${look(table)}`,
    );
    const [size, stored, row, method] = readResults(printed).tables.at(-1)?.rows.at(-1) ?? [];
    return [Number(size), Number(stored), Number(row), method ?? ''] as const;
  }

  /** Ends the engine. */
  close() {
    this.#server.close(new Error('The drawing is gone.'));
  }
}
