// The state of the page that advises on a table: the rows that were brought, the table that is made of them, and the
// advice.
import { Cancelled, Reader } from '../engine/advise/client';
import { runInPglite, type PgliteRun } from '../engine/advise/pglite';
import type { Comparison, ReadResult, Refused, Source } from '../engine/advise/protocol';
import type { Report } from './report';
import { saveFile } from '../ui/save-file';
import { chosenOf, type Chosen } from './settings';

/** Reads a person's rows, makes a table of them, and asks for advice on it. */
export class Advise {
  chosen = $state<Chosen>(chosenOf(location.search));
  /** What was brought, in a few words. */
  brought = $state('');
  read = $state.raw<ReadResult>();
  /** The CREATE TABLE, as it was changed. */
  create = $state('');
  /** Rows that the table refused, and how many it took. */
  refused = $state.raw<Refused[]>([]);
  loaded = $state(0);
  report = $state.raw<Report>();
  /** What a server of the reader’s own, or PGlite, printed, compared with the engine. */
  comparison = $state.raw<Comparison>();
  comparedWith = $state<'server' | 'pglite'>('server');
  busy = $state(false);
  doing = $state('');
  share = $state(0);
  error = $state('');

  readonly #reader = new Reader((what, share) => {
    this.doing = what;
    this.share = share;
  });
  #source: Source | undefined;
  /** The script that runs in PGlite. */
  #pglite: PgliteRun | undefined;

  /** Reads the rows from a source; `brought` is the name shown for it. */
  async bring(source: Source, brought: string) {
    this.cancel();
    this.#source = source;
    this.brought = brought;
    this.read = undefined;
    this.report = undefined;
    this.comparison = undefined;
    this.create = '';
    await this.#work('Reading', async () => {
      this.read = await this.#read(source);
      this.create = this.read.create;
    });
  }

  /** Asks for advice on the rows. */
  async advise() {
    const source = this.#source;
    if (!source) return;
    this.report = undefined;
    this.comparison = undefined;
    this.refused = [];
    await this.#work('Starting the engine', async () => {
      // What was cancelled let go of its rows.
      if (!this.#reader.holds) await this.#read(source);
      const { goal, rows, server } = this.chosen;
      const advice = await this.#reader.advise(this.create, { goal, rows, server });
      this.refused = advice.refused;
      this.loaded = advice.loaded;
      this.report = JSON.parse(advice.json) as Report;
    });
  }

  /** Saves the script that repeats the trials on a server. */
  async saveScript() {
    await this.#work('Writing the script', async () => {
      const script = await this.#reader.script();
      saveFile('check.sql', new Blob([script], { type: 'application/sql' }));
    });
  }

  /** Compares what psql printed for that script. */
  async compare(output: Blob) {
    this.comparison = undefined;
    await this.#work('Running the script', async () => {
      this.comparison = await this.#reader.compare(await output.text());
      this.comparedWith = 'server';
    });
  }

  /** Runs that script in PGlite, which is loaded for it, and compares what it prints. */
  async compareWithPglite() {
    this.comparison = undefined;
    await this.#work('Writing the script', async () => {
      const script = await this.#reader.script();
      this.#pglite = runInPglite(script, (what, share) => {
        this.doing = what;
        this.share = share;
      });
      const output = await this.#pglite.printed.finally(() => (this.#pglite = undefined));
      this.comparison = await this.#reader.compare(output);
      this.comparedWith = 'pglite';
    });
  }

  /** Takes a file that was dropped: rows, or what psql printed for the script. */
  async drop(file: File) {
    const isOutput = this.report && /^@@ server$/m.test(await file.slice(0, 10_000).text());
    if (isOutput) await this.compare(file);
    else await this.bring({ kind: 'files', files: [file] }, file.name);
  }

  /** Cancels what runs: reading, advice or a comparison. */
  cancel() {
    if (!this.busy) return;
    if (this.#pglite) this.#pglite.cancel();
    else this.#reader.cancel();
  }

  /** Ends the workers, when the page is left. */
  close() {
    this.#pglite?.cancel();
    this.#reader.cancel();
  }

  /** Reads a source, up to the size of a sample. */
  #read(source: Source) {
    const { sampleRows, sampleMegabytes } = this.chosen;
    return this.#reader.read(source, { rows: sampleRows, bytes: sampleMegabytes * 2 ** 20 });
  }

  async #work(what: string, work: () => Promise<void>) {
    this.busy = true;
    this.doing = what;
    this.share = 0;
    this.error = '';
    try {
      await work();
    } catch (error) {
      this.error =
        error instanceof Cancelled
          ? 'Cancelled.'
          : error instanceof Error
            ? error.message
            : String(error);
    } finally {
      this.busy = false;
    }
  }
}
