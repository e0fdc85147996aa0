// The state of the archive lab: the logs there are, what is to be measured, and what was measured.
import { Cancelled, Pool } from '../../engine/archive/pool';
import type { Done } from '../../engine/archive/protocol';
import { METHODS, LONG, PARALLEL, effort, keyOf, nameOf, type Choice, type Way } from './choices';
import { fetchRecorded } from './recorded';
import { readSegments, type WalCompression, type Log } from './logs';
import type { Result } from './result';
import { BUDGET, TimeBudget } from './time-budget';
import { runWorkload } from './run-workload';
import { WORKLOADS } from './workloads';

/** What the lab does now. */
export type Stage = 'idle' | 'writing' | 'compressing';

/** How many workers compress: as many as the processor runs at once, 16 at most. */
const HARDWARE = Math.min(16, Math.max(1, navigator.hardwareConcurrency || 2));

/** Writes a log, compresses it by each chosen program, and keeps the results. */
export class Lab {
  /** A workload's name, or `files`. */
  source = $state<string>('tpcb');
  /** `wal_compression` beside off. */
  inside = $state<Exclude<WalCompression, 'off'>>('pglz');
  chosen = $state.raw<ReadonlySet<string>>(
    new Set(METHODS.flatMap(({ method, usual }) => usual.map((level) => `${method}-${level}`))),
  );
  ways = $state.raw<ReadonlySet<Way>>(new Set<Way>(['whole', 'blocks']));
  /** One task at a time: slower, and truer times. */
  alone = $state(false);

  stage = $state<Stage>('idle');
  /** What is being done, and how much of it is done, 0 to 1. */
  doing = $state('');
  share = $state(0);
  error = $state('');
  /** Seconds that it takes at most from now on; 0: it is not known yet. */
  left = $state(0);
  /** Seconds that one measurement may take. */
  budget = BUDGET;
  /** Set where the time was used up before all was measured. */
  timedOut = $state(false);
  logs = $state.raw<readonly Log[]>([]);
  results = $state.raw<readonly Result[]>([]);
  /** Workers of the machine that the page was made on, while what is shown was measured there; else 0. */
  recordedBy = $state(0);
  /** The result looked at. */
  selected = $state('');

  /** Workers that a file in blocks was compressed by. */
  workers = $derived(this.recordedBy || HARDWARE);
  readonly #pool = new Pool(HARDWARE);
  #stop: (() => void) | undefined;
  /** Files of results that are begun, of all of them. */
  #count = { begun: 0, all: 0 };
  /** Bytes that are done and that are to be done, weighed by effort. */
  #done = 0;
  #all = 0;
  /** When the measurement began, in ms. */
  #began = 0;
  #time: TimeBudget | undefined;

  busy = $derived(this.stage !== 'idle');
  plain = $derived(this.logs.find((log) => log.inside === 'off') ?? this.logs[0]);
  compressed = $derived(this.logs.find((log) => log !== this.plain));
  choices = $derived.by(() => {
    const all: Choice[] = [];
    for (const { method, levels } of METHODS) {
      for (const level of levels.filter((l) => this.chosen.has(`${method}-${l}`))) {
        if (this.ways.has('whole')) all.push({ method, level, way: 'whole' });
        if (this.ways.has('blocks') && PARALLEL[method]) all.push({ method, level, way: 'blocks' });
        if (this.ways.has('long') && method === 'zstd') all.push({ method, level, way: 'long' });
      }
    }
    return all;
  });
  /** The choices that are not measured yet, of the logs there are. */
  missing = $derived.by(() => {
    const there = new Set(this.results.map((r) => `${keyOf(r)} ${r.inside}`));
    return this.choices
      .flatMap((choice) => this.logs.map((log) => ({ choice, log })))
      .filter(({ choice, log }) => !there.has(`${keyOf(choice)} ${log.inside}`));
  });
  /** Whether all that was chosen is measured here, on both logs. */
  finished = $derived(
    this.recordedBy === 0 &&
      this.results.length > 0 &&
      this.missing.length === 0 &&
      (this.source === 'files' || this.logs.some((log) => log.inside === this.inside)),
  );
  /** What `selected` names, on the uncompressed log if it is there. */
  shown = $derived(this.results.find((result) => keyOf(result) === this.selected));

  /** Shows the measurements that were made when the page was built, unless something else is shown already. */
  async open() {
    const recorded = await fetchRecorded().catch(() => null);
    if (!recorded || this.busy || this.logs.length > 0 || this.source !== 'tpcb') return;
    this.logs = recorded.logs;
    this.results = recorded.results;
    this.recordedBy = recorded.workers;
  }

  /** The size in bytes of the blocks that parallel compression cuts the log into. */
  blockSize(): number {
    return this.#pool.blockSize(this.plain?.segments[0]?.size ?? 1 << 24);
  }

  /** Chooses or drops a level of a program. */
  toggle(key: string) {
    const next = new Set(this.chosen);
    if (!next.delete(key)) next.add(key);
    this.chosen = next;
  }

  /** Chooses all levels of a program; none if all are chosen. */
  toggleAll(keys: string[]) {
    const rest = [...this.chosen].filter((key) => !keys.includes(key));
    this.chosen = new Set(keys.every((key) => this.chosen.has(key)) ? rest : [...rest, ...keys]);
  }

  /** Chooses or drops one way: a whole file, or parallel blocks. */
  toggleWay(way: Way) {
    const next = new Set(this.ways);
    if (!next.delete(way)) next.add(way);
    this.ways = next;
  }

  /** Chooses what to archive, and forgets the measurements. */
  use(source: string) {
    if (this.busy || source === this.source) return;
    this.source = source;
    this.clear();
    this.error = '';
  }

  /** Takes dropped segments of the user's own, written with `wal_compression` off or on. */
  async drop(files: readonly File[], inside: WalCompression) {
    this.use('files');
    try {
      const log = await readSegments(files, inside);
      this.logs = [...this.logs.filter((l) => l.inside !== inside), log];
      this.results = this.results.filter((r) => r.inside !== inside);
      this.error = '';
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Writes the log if it is missing, then measures everything that is chosen and not measured yet. */
  async run() {
    if (this.busy) return;
    if (this.recordedBy > 0) this.clear();
    this.error = '';
    this.timedOut = false;
    this.#began = performance.now();
    try {
      if (this.source !== 'files') await this.#write();
      if (this.logs.length > 0) await this.#measure();
    } catch (error) {
      if (!(error instanceof Cancelled)) {
        this.error = error instanceof Error ? error.message : String(error);
      }
    } finally {
      this.stage = 'idle';
      this.doing = '';
      this.left = 0;
      this.#stop = undefined;
    }
  }

  /** Cancels the measuring; finished results stay. */
  cancel() {
    this.#stop?.();
  }

  /** Forgets the measurements and, for a workload, the log that it wrote. */
  clear() {
    this.results = [];
    this.recordedBy = 0;
    this.selected = '';
    this.logs = [];
  }

  /** The first segment, compressed as chosen, for download. Throws before there is a log. */
  async file(choice: Choice): Promise<Blob> {
    const plain = this.plain?.segments[0]?.bytes;
    if (!plain) throw new Error('There is no log yet.');
    const { method, level } = choice;
    const done = await this.#pool.run({
      kind: 'compress',
      setting: { method, level },
      plain,
      keep: true,
    });
    return new Blob([done.packed!]);
  }

  /** Runs the workload to have its log, for each setting of wal_compression that is missing. */
  async #write() {
    const workload = WORKLOADS.find((w) => w.name === this.source);
    if (!workload) return;
    const wanted: WalCompression[] = ['off', this.inside];
    const logs = this.logs.filter((log) => wanted.includes(log.inside));
    this.results = this.results.filter((r) => wanted.includes(r.inside));
    const missing = wanted.filter((i) => !logs.some((log) => log.inside === i));
    this.logs = logs;
    if (missing.length === 0) return;
    this.stage = 'writing';
    const shares = missing.map(() => 0);
    this.share = 0;
    /** Says how far all of them are. */
    const tell = () => {
      this.share = shares.reduce((sum, share) => sum + share, 0) / missing.length;
      const each = missing.map((inside, i) => `${inside} ${Math.round((shares[i] ?? 0) * 100)} %`);
      this.doing = `${workload.title}, wal_compression ${each.join(' and ')}`;
    };
    tell();
    const running = missing.map((inside, i) =>
      runWorkload(workload, inside, (share) => {
        shares[i] = share;
        tell();
      }),
    );
    this.#stop = () => running.forEach(({ cancel }) => cancel());
    this.logs = [...logs, ...(await Promise.all(running.map(({ log }) => log)))];
  }

  /** Measures what is missing, the quickest first. */
  async #measure() {
    this.stage = 'compressing';
    this.share = 0;
    this.#stop = () => this.#pool.cancel();
    const jobs = this.missing.toSorted((a, b) => effort(a.choice) - effort(b.choice));
    this.#done = 0;
    this.#count = { begun: 0, all: jobs.length };
    this.#all = jobs.reduce((sum, job) => sum + weight(job.choice, job.log.size), 0);
    this.doing = 'Loading the compressors';
    await this.#pool.warmUp();
    const time = new TimeBudget(() => (performance.now() - this.#began) / 1000, this.budget);
    this.#time = time;
    // What fills one worker goes side by side; what fills all of them goes alone, and last.
    const single = jobs.filter(({ choice }) => choice.way !== 'blocks');
    const together = jobs.filter(({ choice }) => choice.way === 'blocks');
    const waiting = [...single];
    /** Does one after the other, as long as time allows. */
    const next = async (from: typeof jobs) => {
      for (let job = from.shift(); job; job = from.shift()) await this.#inTime(job, time);
    };
    await Promise.all(Array.from({ length: this.alone ? 1 : HARDWARE }, () => next(waiting)));
    await next(together);
  }

  /** Measures a choice if it will end in time; otherwise its result stays missing. */
  async #inTime({ choice, log }: { choice: Choice; log: Log }, time: TimeBudget) {
    const weighs = weight(choice, log.size);
    if (!time.allows(weighs)) {
      this.timedOut = true;
      return;
    }
    const began = performance.now();
    await this.#measureLog(choice, log);
    time.took((performance.now() - began) / 1000, weighs);
  }

  /** Measures one program at one level over one log. */
  async #measureLog(choice: Choice, log: Log) {
    const { method, level, way } = choice;
    const setting = { method, level, ...(way === 'long' ? { long: LONG } : {}) };
    const over = log.inside === 'off' ? 'the log as it is' : `wal_compression = ${log.inside}`;
    /** Says which measurement begins. */
    const begin = () => {
      this.doing = `${nameOf(choice)} over ${over}, ${++this.#count.begun} of ${this.#count.all}`;
      this.left = this.#time?.left ?? 0;
    };
    const all = new Blob(log.segments.map((segment) => segment.bytes));
    const files = way === 'long' ? [all] : log.segments.map((segment) => segment.bytes);
    /** Compresses one file, and notes that it is done. */
    const measure = async (file: Blob): Promise<Done> => {
      const done = await (way === 'blocks'
        ? this.#pool.blocks(setting, file)
        : this.#pool.whole(setting, file));
      this.#done += weight(choice, file.size);
      this.share = this.#done / this.#all;
      this.left = this.#time?.left ?? 0;
      return done;
    };
    const parts: Done[] = [];
    begin();
    if (way === 'blocks' || this.alone) for (const file of files) parts.push(await measure(file));
    else parts.push(...(await Promise.all(files.map(measure))));
    const [first] = files;
    const ofMemory = log === this.plain && way !== 'blocks' && first;
    const memory = ofMemory ? await this.#pool.memory(setting, first) : undefined;
    /** Adds up a number of all files. */
    const sum = (pick: (done: Done) => number) => parts.reduce((total, p) => total + pick(p), 0);
    this.results = [
      ...this.results,
      {
        ...choice,
        inside: log.inside,
        size: sum((p) => p.size),
        seconds: sum((p) => p.seconds),
        unpacking: sum((p) => p.unpacking),
        cpu: sum((p) => p.cpu),
        ...(memory ? { memory } : {}),
      },
    ];
  }
}

/** How long a measurement will take, compared with others. */
const weight = (choice: Choice, bytes: number) => bytes * (0.02 + effort(choice));
