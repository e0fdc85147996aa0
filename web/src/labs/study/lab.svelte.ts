// The state of a study's lab: what is chosen, what was measured, and what is being measured.
import { Pool } from '../../engine/archive/pool';
import { Server } from '../../engine/server/client';
import { unpack } from './shipped';
import {
  PROPOSED,
  type Proposed,
  type Job,
  type OwnFile,
  type Row,
  type Study,
  type Values,
} from './study';

/** Jobs at once: each is a server of its own. */
const AT_ONCE = Math.min(3, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
/** The most bytes that the reader's files may have together. */
const MOST = 32 << 20;

class Cancelled extends Error {}

/** Runs the jobs of one study, each with a server of its own, and keeps their rows. */
export class StudyLab {
  values = $state.raw<Values>({});
  files = $state.raw<readonly OwnFile[]>([]);
  results = $state.raw<readonly Row[]>([]);
  /** Whether what is shown came with the page. */
  shipped = $state(true);

  busy = $state(false);
  /** The jobs at work, and how much of all is done, 0 to 1. */
  doing = $state('');
  share = $state(0);
  error = $state('');

  readonly #servers = new Set<Server>();
  readonly #pool = new Pool(1);
  readonly #shipped: string;
  readonly study: Study;

  /** @param shipped the rows that came with the page, as CSV */
  constructor(study: Study, shipped: string) {
    this.study = study;
    this.#shipped = shipped;
    this.values = study.shipped;
    this.results = unpack(shipped);
  }

  /** Sets a choice of the study. */
  choose(id: string, value: number) {
    if (!this.busy) this.values = { ...this.values, [id]: value };
  }

  /** Adds the reader's own files, each as a value to be measured beside the study's. */
  async take(files: readonly File[]) {
    this.error = '';
    const all = files.reduce((sum, file) => sum + file.size, 0);
    if (all > MOST) {
      this.error = `These files have ${Math.round(all / 2 ** 20)} MB; ${MOST >> 20} MB is the most.`;
      return;
    }
    try {
      this.files = await Promise.all(
        files.map(async (file) => ({
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      );
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Shows the recorded measurements again. */
  clear() {
    this.values = this.study.shipped;
    this.files = [];
    this.results = unpack(this.#shipped);
    this.shipped = true;
    this.error = '';
  }

  /** Measures everything. After a cancellation or failure the old results stay. */
  async run() {
    if (this.busy) return;
    const before = { results: this.results, shipped: this.shipped };
    const jobs = this.study.jobs({
      values: this.values,
      files: this.files,
      proposed: (by, payload) => this.#proposed(by, payload),
    });
    const made: Row[][] = jobs.map(() => []);
    const steps = jobs.reduce((sum, job) => sum + job.steps, 0);
    this.busy = true;
    this.error = '';
    this.share = 0;
    this.results = [];
    this.shipped = false;
    let [next, done] = [0, 0];
    const at = new Set<string>();
    /** Says what is being measured. */
    const tell = () => (this.doing = [...at].join(', '));
    /** Does one job after the other. */
    const work = async () => {
      for (let i = next++; i < jobs.length; i = next++) {
        const job = jobs[i]!;
        at.add(job.name);
        tell();
        await this.#runJob(job, (row) => {
          this.share = ++done / steps;
          if (!row) return;
          made[i]!.push(row);
          this.results = made.flat();
        });
        at.delete(job.name);
        tell();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch (error) {
      next = jobs.length;
      this.cancel();
      Object.assign(this, before);
      if (!(error instanceof Cancelled)) {
        this.error = error instanceof Error ? error.message : String(error);
      }
    } finally {
      this.busy = false;
      this.doing = '';
    }
  }

  /** Cancels the measuring; the old results stay. */
  cancel() {
    for (const server of this.#servers) server.close(new Cancelled());
    this.#servers.clear();
    this.#pool.cancel();
  }

  /** The size that a proposed compressor makes of a value. */
  async #proposed(by: Proposed, payload: Uint8Array): Promise<number> {
    const { method, level, around } = PROPOSED[by];
    const setting = { method, level };
    const plain = new Blob([payload as Uint8Array<ArrayBuffer>]);
    const { size } = await this.#pool.run({ kind: 'compress', setting, plain, keep: true });
    return size - around;
  }

  /** Runs a job on a server of its own; `gave` is called after each of its steps, with the row that it gave, if any. */
  async #runJob(job: Job, gave: (row: Row | null) => void) {
    const server = new Server();
    this.#servers.add(server);
    try {
      for await (const row of job.measure((sql) => server.run(sql))) gave(row);
    } finally {
      server.close(new Cancelled());
      this.#servers.delete(server);
    }
  }
}
