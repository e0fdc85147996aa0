// The engine's session as the page has it: its state, what it printed, and the timeline of what ran.
import { startEngine, type Client, type Connect, type UnsolicitedReply } from '../engine/client';
import type {
  Answers,
  Heard,
  Piece,
  Question,
  RowView,
  StepData,
  StepId,
  StepScript,
} from '../engine/protocol';
import { chooseServer, serverAfter, serverOf, type Server } from '../engine/releases';
import { keepSession, readKeptSession, type KeptSession } from './kept-session';
import { Queue } from './job-queue.svelte';
import { Timeline } from './timeline.svelte';
import { reducedMotion } from '../ui/reduced-motion';

/** What the engine does now; a job that waits begins when it is `ready`. */
export type Status = 'loading' | 'ready' | 'running' | 'cancelling';

/** Pieces of output that are kept; older ones are left out. */
const KEPT = 3000;
/** How often in a row a session is run again whose worker the browser ended meanwhile. */
const ATTEMPTS = 3;
/** Milliseconds between two times that a script which still runs is kept. */
const KEEP_EVERY = 1000;
/** Bytes that the engine's module may reserve, whatever it needs, and how many times what a new one reserved for all that ran. */
const RESERVED = 256e6;
const GROWN = 1.5;
/** Milliseconds without a run after which an engine that has grown is replaced. */
const IDLE = 5000;

/** What came of some SQL. */
export interface StepResult {
  /** The steps it was, in order. */
  steps: StepData[];
  /** What psql printed. */
  printed: string;
  /** What the server answered, in order. */
  results: Heard[];
  /** Whether there was an error. */
  failed: boolean;
  cancelled: boolean;
}

/** How SQL is run, and what the stage does afterwards. */
export interface RunOptions {
  /** The number of its first line. */
  firstLine?: number;
  /** Whether it is played from its beginning once it ran, unless motion is to be reduced. */
  play?: boolean;
  /** The step it runs after; without it, the last one, unless one went back to another on purpose. */
  from?: StepId;
  /** Whether it runs before all that waits. */
  first?: boolean;
  /** Whether the stage stays where it is, since the caller goes to a place of what ran: one picture less is drawn. */
  stays?: boolean;
}

interface Running {
  steps: StepData[];
  play: boolean;
  stays: boolean;
  /** Set for a trial; `shown` says whether the stage shows it. */
  trial?: { shown: boolean };
  done: (result: StepResult) => void;
}

/** What comes of SQL that does not run. */
const NOTHING: StepResult = { steps: [], printed: '', results: [], failed: false, cancelled: true };

/** What is needed to run a step again. */
const scriptOf = ({ id, parent, line, text, time }: StepScript) => ({
  id,
  parent,
  line,
  text,
  time,
});

/** The result of several steps together. `cancelled`: the run was cancelled. */
function resultOf(steps: StepData[], cancelled: boolean): StepResult {
  const results = steps.flatMap((s) => s.results);
  return {
    steps,
    printed: steps.map((s) => s.printed).join(''),
    results,
    failed: results.some((r) => r.kind === 'error'),
    cancelled,
  };
}

/** A session with the engine. It runs SQL in order, keeps what was printed, and adds the steps to its timeline. */
export class Session {
  status = $state<Status>('loading');
  version = $state('');
  /** The line that is being run, and how far the script is. */
  line = $state(0);
  done = $state(0);
  total = $state(0);
  /** Whether what runs ran before: after a reload, or after the engine stopped. */
  again = $state(false);
  pieces = $state.raw<Piece[]>([]);
  leftOut = $state(0);
  /** How many steps had run when it was last cleared. */
  silent = 0;
  /** Why the engine had to be started again, and whether its database came back. */
  stopped = $state('');
  /** Whether what ran last is why it stopped. */
  culprit = $state(false);
  restored = $state(false);
  /** Whether a statement or script ran when it stopped. */
  interrupted = $state(false);
  /** Milliseconds the last run took. */
  took = $state(0);
  /** Lines on which the last run printed an error. */
  failures = $state.raw<ReadonlySet<number>>(new Set());
  /** The one row that the statement read, or the row written last, where one is. */
  lastRow = $state.raw<RowView | null>(null);
  /** Whether that row was read. */
  rowRead = $state(false);

  /** Which PostgreSQL an empty database is one of. */
  #chosen = $state<Server>('15');

  /** What a reader is told while the engine could not be started; empty otherwise. */
  unstarted = $derived(
    this.stopped && this.status === 'loading'
      ? 'The engine does not start; it is tried again.'
      : '',
  );
  busy = $derived(this.status === 'running' || this.status === 'cancelling');

  readonly timeline = new Timeline();
  /** The PostgreSQL that the session is now. */
  server = $derived.by((): Server => {
    void this.timeline.version;
    return serverAfter(this.timeline.tape.placed[0]?.step.text, this.#chosen);
  });
  /** Whether nothing ran yet, but for what chose the server. */
  unused = $derived.by(() => {
    void this.timeline.version;
    return this.timeline.tape.placed.every(({ step }) => serverOf(step.text) !== null);
  });
  readonly client: Client;
  #started = 0;
  #seed = 0;
  /** The steps of the last trial, which the engine may forget when the next one runs. */
  #stale: StepId[] = [];
  readonly queue = new Queue();
  /** The row that a statement of the console read, where it was one. */
  #read = new Map<StepId, RowView | null>();
  #running: Running | null = null;
  #unwatch: () => void;
  /** The session that is run again as soon as the engine is ready. */
  #toReplay: KeptSession | null;
  /** How often in a row running it again was broken off. */
  #brokenOff = 0;
  /** Bytes that the engine's module has reserved; 0 if that is not known. It never gives any back. */
  reserved = 0;
  #limit = RESERVED;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #keptAt = 0;
  /** Whether the browser refused to keep what ran last: a reload then goes back to an earlier state. */
  notKept = $state(false);

  /**
   * @param name what it is kept under; empty: it is not kept
   * @param from what runs first, as soon as the engine is ready
   * @param connect who runs its SQL; the engine, if nobody else
   * @param server which PostgreSQL an empty database is one of
   */
  constructor(
    private readonly name = 'main',
    from: KeptSession | null = readKeptSession(name),
    connect: Connect = startEngine,
    server: Server = '15',
  ) {
    this.#chosen = server;
    this.#toReplay = from;
    this.silent = from?.silent ?? 0;
    this.client = connect((reply) => this.#hear(reply));
    this.#unwatch = $effect.root(() => {
      $effect(() => {
        const { placed, ended } = this.timeline.scene;
        if (this.status === 'ready' && ended) void this.#findRow(placed?.step.id ?? 0);
      });
    });
    addEventListener('pagehide', this.#leaves);
  }

  /** Handles a message of the worker. */
  #hear(reply: UnsolicitedReply) {
    switch (reply.kind) {
      case 'ready':
        this.version = reply.version;
        this.#seed = reply.seed;
        this.status = 'ready';
        if (this.#toReplay) this.#replay(this.#toReplay);
        else if (this.#chosen !== '15')
          void this.runSql(chooseServer(this.#chosen), { first: true, from: 0 });
        this.#next();
        break;
      case 'running':
        this.line = reply.line;
        this.done = reply.done;
        this.total = reply.total;
        break;
      case 'printed':
        if (this.#running?.trial) break;
        this.done = reply.done;
        this.#print(reply.pieces, !this.again);
        break;
      case 'steps':
        this.#running?.steps.push(...reply.steps);
        if (this.#running?.trial) break;
        this.timeline.add(reply.steps, this.#running?.stays);
        if (performance.now() - this.#keptAt > KEEP_EVERY) this.#keep();
        break;
      case 'finished':
        this.#finish(reply.cancelled);
        this.#grew(reply.reserved ?? 0);
        break;
      case 'renewed':
        this.reserved = reply.reserved;
        this.#limit = Math.max(RESERVED, GROWN * reply.reserved);
        break;
      case 'panicked':
        this.culprit = reply.culprit ?? false;
        this.#broke(reply.message);
    }
  }

  /**
   * Ends a run: moves the timeline to where it is to stand, keeps the session, gives the result to who waits for it, and
   * starts the next run.
   */
  #finish(cancelled: boolean) {
    if (this.#running?.trial) return this.#tried(this.#running, cancelled);
    this.status = 'ready';
    this.line = 0;
    this.took = performance.now() - this.#started;
    const running = this.#running;
    this.#running = null;
    // A session whose rerun was cancelled stays kept as it was before.
    const whole = !(this.again && cancelled);
    if (this.again) {
      this.#brokenOff = 0;
      const { at, tip } = this.#toReplay ?? {};
      this.again = false;
      this.#toReplay = null;
      if (tip && this.timeline.tape.step(tip)) this.timeline.showStep(tip);
      if (at !== undefined) this.timeline.seek(at);
    }
    if (whole) this.#keep();
    if (running) {
      const { steps } = running;
      const first = steps[0];
      if (running.stays && cancelled) this.timeline.seek(this.timeline.length);
      if (running.play && first && !reducedMotion.matches && !cancelled && this.queue.empty) {
        this.timeline.seek(this.timeline.tape.placed.find((p) => p.step === first)?.start ?? 0);
        this.timeline.play();
      }
      running.done(resultOf(steps, cancelled));
    }
    this.#next();
  }

  /** Starts the oldest waiting job if nothing runs. */
  #next() {
    if (this.status === 'ready' && !this.#running) this.queue.next();
  }

  /** Ends a trial. If it was shown and not cancelled, it replaces the one before it on the tape. */
  #tried(running: Running, cancelled: boolean) {
    this.#running = null;
    this.#stale = running.steps.map((step) => step.id);
    if (!cancelled && running.trial?.shown) this.timeline.swap(running.steps);
    running.done(resultOf(running.steps, cancelled));
    this.#next();
  }

  /** Has an engine that has grown replaced once nothing ran for a while: all steps run again in a new one, unseen. */
  #grew(reserved: number) {
    this.reserved = reserved;
    clearTimeout(this.#idle);
    if (reserved <= this.#limit) return;
    this.#idle = setTimeout(() => {
      if (this.status === 'ready' && !this.#running)
        this.client.renew?.(this.#seed, this.timeline.tape.steps.map(scriptOf));
    }, IDLE);
  }

  /** Runs the session's steps again in the new engine after the old one stopped, unless they made it stop. */
  #broke(message: string) {
    this.status = 'loading';
    this.line = 0;
    this.stopped = message;
    this.#toReplay = this.#toReplay ? this.#onceMore(this.#toReplay) : this.#whole();
    this.restored = this.#toReplay !== null;
    this.interrupted = this.#running !== null;
    this.again = false;
    this.timeline.clear();
    this.#abandon(true);
  }

  /** All of this session, to be run again; null if nothing ran. What it printed stands there already. */
  #whole(): KeptSession | null {
    const steps = this.#scripts();
    if (steps.length === 0) return null;
    return { seed: this.#seed, steps, silent: steps.length, tip: this.timeline.tape.tip };
  }

  /** What is run again once more, since the engine stopped before all of it ran; null if that has no prospect. */
  #onceMore(all: KeptSession): KeptSession | null {
    // An engine that did not start has run nothing of it.
    if (!this.again) return all;
    if (this.culprit || ++this.#brokenOff >= ATTEMPTS) return null;
    if ((all.silent ?? 0) < all.steps.length) {
      this.pieces = [];
      this.leftOut = 0;
    }
    return all;
  }

  /** Ends what runs without a result. Jobs that wait still run. `failed`: the engine stopped. */
  #abandon(failed: boolean) {
    this.#grew(0);
    this.#running?.done({ ...NOTHING, failed });
    this.#running = null;
    this.#stale = [];
  }

  /** What is needed to run all steps again. */
  #scripts() {
    const { tape, tried } = this.timeline;
    const kept = tape.steps.filter((step) => !tried.has(step.id));
    return kept.map(scriptOf);
  }

  /** Runs the steps that were kept. */
  #replay(what: KeptSession) {
    this.again = true;
    this.status = 'running';
    this.done = 0;
    this.total = what.steps.length;
    this.#seed = what.seed;
    this.#started = performance.now();
    this.client.replay(what.seed, what.steps, what.silent ?? 0);
  }

  /** Keeps the steps for a reload. While a kept session is run again, it stays kept as it is. */
  #keep() {
    if (this.#toReplay) return;
    this.#keptAt = performance.now();
    const { silent, timeline } = this;
    this.notKept = !keepSession(this.name, {
      seed: this.#seed,
      steps: this.#scripts(),
      silent,
      tip: timeline.tape.tip,
    });
  }

  /** Keeps the session when the page is left: its script may still run, and its storage may have been emptied meanwhile. */
  #leaves = () => this.#keep();

  /** Adds what psql printed, and notes the lines that failed. */
  #print(pieces: Piece[], marks: boolean) {
    const failed = marks
      ? pieces.filter((p) => /^psql:\S+: (?:ERROR|error):/m.test(p.text)).map((p) => p.line)
      : [];
    if (failed.length > 0) this.failures = new Set([...this.failures, ...failed]);
    const all = [...this.pieces, ...pieces];
    this.leftOut += Math.max(0, all.length - KEPT);
    this.pieces = all.slice(-KEPT);
  }

  /** Finds the row that the step stored or read last. */
  async #findRow(step: StepId) {
    const last = step === 0 ? null : await this.client.ask<'lastRow'>(step, { kind: 'lastRow' });
    const read = this.#read.get(step);
    if (this.timeline.base !== step) return;
    this.lastRow = read ?? last;
    this.rowRead = Boolean(read);
  }

  /** Runs lines of a script; `firstLine` is the number of the first one. */
  async run(text: string, firstLine = 1, play = false) {
    const { steps } = await this.runSql(text, { firstLine, play });
    const last = steps.at(-1);
    if (!last) return;
    const { readRow } = await import('./read-row');
    this.#read.set(last.id, await readRow(last, this.client));
    if (this.timeline.base === last.id && this.timeline.scene.ended) await this.#findRow(last.id);
  }

  /**
   * Runs SQL after the last step, or after the step that the user went back to on purpose, and returns its
   * result. It waits while something else runs or the engine is loading.
   */
  runSql(sql: string, options: RunOptions = {}): Promise<StepResult> {
    const from = options.from ?? this.timeline.wentBack;
    this.timeline.wentBack = null;
    if (this.status === 'ready') {
      this.stopped = '';
      this.failures = new Set();
    }
    return new Promise((resolve) => {
      /** Begins to run the script. */
      const begin = () => {
        this.timeline.pause();
        this.status = 'running';
        this.done = 0;
        this.total = sql.split('\n').length;
        this.#started = performance.now();
        const { play = false, stays = false } = options;
        this.#running = { steps: [], play, stays, done: resolve };
        this.client.run('script.sql', options.firstLine ?? 1, sql, this.#startOf(from));
      };
      const job = { trial: false, begin, drop: () => resolve(NOTHING) };
      if (options.first) this.queue.addFirst(job);
      else this.queue.add(job);
      this.#next();
    });
  }

  /** Runs the statements of the current branch again, in an empty database of another server. */
  moveTo(server: Server) {
    const ran = this.timeline.tape.placed.map(({ step }) => step);
    this.#chosen = server;
    this.reset();
    for (const { text, line } of ran)
      if (serverOf(text) === null) void this.runSql(text, { firstLine: line });
  }

  /** The step that stands for an empty database: the one that chose the server's version, or 0 on PostgreSQL 15. */
  get #emptyDatabase(): StepId {
    const { steps } = this.timeline.tape;
    return steps.find(({ parent, text }) => parent === 0 && serverOf(text) !== null)?.id ?? 0;
  }

  /** The step after which something runs: the one asked for if it still exists, else the last one. */
  #startOf(asked: StepId | null): StepId {
    const { timeline } = this;
    const { tape } = timeline;
    const there = asked === null || (asked !== 0 && !tape.step(asked)) ? tape.tip : asked;
    const from = there || this.#emptyDatabase;
    // What goes on from something that was tried out makes it stay.
    if (timeline.tried.has(from)) {
      timeline.tried = new Set();
      this.#stale = [];
    }
    return from;
  }

  /**
   * Tries SQL out after a step. When all of it ran, it replaces the trial before it, also on the tape. A trial
   * is not printed and not kept. It waits while something else runs.
   * @param shown whether the tape and the stage go along
   */
  tryOut(sql: string, from: StepId, shown = true): Promise<StepResult> {
    return new Promise((resolve) => {
      /** Begins the trial. */
      const begin = () => {
        if (shown) this.timeline.pause();
        this.#running = { steps: [], play: false, stays: false, trial: { shown }, done: resolve };
        this.client.tryOut(sql, from || this.#emptyDatabase, this.#stale.splice(0));
      };
      this.queue.add({ trial: true, begin, drop: () => resolve(NOTHING) });
      this.#next();
    });
  }

  /** Cancels the trial that runs. */
  cancelTrial() {
    this.queue.drop(true);
    if (this.#running?.trial) this.client.cancel();
  }

  /** Cancels the trial if it runs, and takes its steps off the timeline. */
  endTrial() {
    this.cancelTrial();
    if (this.timeline.tried.size > 0) this.timeline.swap([]);
  }

  /**
   * Crashes the server at the current position. In the middle of a statement, that statement is run again, and
   * stopped when it has logged as much as it had at that position.
   */
  crash(): Promise<StepResult> {
    const { placed, ended, log } = this.timeline.scene;
    if (!placed || ended) return this.runSql('\\crash', { play: true, from: this.timeline.base });
    const records = log.records.reduce((sum, r) => sum + r.records, 0);
    const from = placed.step.parent;
    return this.runSql(`\\crash ${records}\n${placed.step.text}`, { play: true, from });
  }

  /** Asks about the database as it is where the timeline stands. */
  ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null> {
    return this.client.ask<K>(this.timeline.base, question);
  }

  /** Ends the running statement and the script. */
  cancel() {
    if (this.status !== 'running') return;
    this.status = 'cancelling';
    this.client.cancel();
  }

  /** Forgets the printed output; the steps that ran stay. */
  clear() {
    this.pieces = [];
    this.leftOut = 0;
    this.silent = this.#toReplay?.steps.length ?? this.#scripts().length;
    if (this.status === 'ready') this.#keep();
  }

  /** The seed with which the engine's random numbers began. */
  get seed(): number {
    return this.#seed;
  }

  /** Ends the engine for good. */
  close() {
    this.timeline.pause();
    this.#unwatch();
    removeEventListener('pagehide', this.#leaves);
    clearTimeout(this.#idle);
    this.client.close();
  }

  /** Starts again with an empty database. */
  reset() {
    this.timeline.clear();
    this.clear();
    keepSession(this.name, null);
    this.notKept = false;
    this.stopped = '';
    this.status = 'loading';
    this.again = false;
    this.#toReplay = null;
    this.line = 0;
    this.took = 0;
    this.#abandon(false);
    this.queue.drop(false);
    this.client.reset();
  }
}
