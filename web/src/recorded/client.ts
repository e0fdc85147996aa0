// A client that plays a lesson from its recording, so that the engine is not even loaded while somebody only looks. The
// first thing that no recording knows (SQL of one's own, a knob, a page's bytes) starts the engine. It runs what was
// played until then at the same time of day and with the same seed, and so comes to the state that is shown.
import type { Client, UnsolicitedReply } from '../engine/client';
import type { Answers, Piece, Question, StepData, StepId, StepScript } from '../engine/protocol';
import { SEED, type Recording } from './recording';

/** What is needed to run a step again. */
const scriptOf = ({ id, parent, line, text, time }: StepData): StepScript => ({
  id,
  parent,
  line,
  text,
  time,
});

/** Whether two steps are the same script. */
const same = (a: StepScript, b: StepScript) =>
  a.id === b.id &&
  a.parent === b.parent &&
  a.line === b.line &&
  a.text === b.text &&
  a.time === b.time;

/** Why the engine does not take over when a statement of the recording takes longer than it may. */
const TOO_SLOW = 'The engine could not run again in time what was recorded.';

/** Starts the engine and returns its client; `tell` is called with what it says unasked. */
export type Start = (tell: (reply: UnsolicitedReply) => void) => Client;

/** What runs SQL now. */
type Runner =
  | { kind: 'recording' }
  /** The engine is being loaded; it will run what is played until then. */
  | { kind: 'loading'; engine: Client }
  /** The engine runs what was played; nothing more is played, since the engine would miss it. */
  | { kind: 'replaying'; engine: Client }
  /** The engine has taken over; until then nothing that it says is for anybody else. */
  | { kind: 'engine'; engine: Client };

/** A client that answers from a recording until the engine has to take over. */
export class RecordedClient implements Client {
  /** What was played, in order; the engine runs it when it takes over. */
  #played: StepScript[] = [];
  #runner: Runner = { kind: 'recording' };
  /** What the engine does as soon as it has taken over. */
  #waiting: ((engine: Client | null) => void)[] = [];
  /** What is played now; another number once that was ended. */
  #round = 0;
  /** Whether something is played or waits that ends with `finished`. */
  #running = false;

  constructor(
    private readonly recording: Recording,
    private readonly tell: (reply: UnsolicitedReply) => void,
    private readonly start: Start,
  ) {
    this.#ready();
  }

  /** Reports `ready`, once the caller has the client. */
  #ready() {
    const round = this.#round;
    queueMicrotask(() => {
      if (round === this.#round) this.tell({ kind: 'ready', version: '', seed: SEED });
    });
  }

  /** The engine, once it is needed. */
  get #engine(): Client | null {
    return this.#runner.kind === 'recording' ? null : this.#runner.engine;
  }

  /** Whether the engine would miss what is played now. */
  get #late() {
    return this.#runner.kind === 'replaying' || this.#runner.kind === 'engine';
  }

  /** Plays the recorded step that runs this text after step `from`; the engine runs what is not recorded. */
  run(file: string, firstLine: number, text: string, from: StepId) {
    if (this.#engine) this.#pass((engine) => engine.run(file, firstLine, text, from));
    else void this.#play(file, firstLine, text, from);
  }

  /** Plays a script from the recording; without one the engine runs it. */
  async #play(file: string, firstLine: number, text: string, from: StepId) {
    const round = ++this.#round;
    this.#running = true;
    const found = firstLine === 1 ? await this.recording.find(text, from) : null;
    if (round !== this.#round) return;
    const ran = found?.steps.some(({ id }) => this.#played.some((script) => script.id === id));
    if (!found || ran || this.#late)
      return this.#pass((engine) => engine.run(file, firstLine, text, from));
    this.#played.push(...found.steps.map(scriptOf));
    this.recording.learn(found);
    const total = text.split('\n').length;
    this.tell({ kind: 'printed', pieces: found.pieces, done: total, total });
    this.tell({ kind: 'steps', steps: found.steps });
    this.#end(false);
  }

  /** Reports that a script has ended. */
  #end(cancelled: boolean) {
    this.#running = false;
    this.tell({ kind: 'finished', id: 0, cancelled });
  }

  /** Has the engine take a new worker, if it is there. */
  renew(seed: number, steps: StepScript[]) {
    if (this.#runner.kind === 'engine') this.#runner.engine.renew?.(seed, steps);
  }

  /** Has the engine run a trial after step `from`. */
  tryOut(text: string, from: StepId, forget: StepId[]) {
    this.#pass((engine) => engine.tryOut(text, from, forget));
  }

  /**
   * Restores the steps that this tab had before it was loaded anew: from the recording if it has all of them, else the
   * engine runs them. The first `silent` steps print nothing.
   */
  replay(seed: number, steps: StepScript[], silent: number) {
    if (this.#engine) this.#pass((engine) => engine.replay(seed, steps, silent));
    else void this.#playAgain(seed, steps, silent);
  }

  /** Plays kept steps from the recording, as far as it has them. */
  async #playAgain(seed: number, steps: StepScript[], silent: number) {
    const round = ++this.#round;
    this.#running = true;
    const found: StepData[] = [];
    const pieces: Piece[] = [];
    if (seed === SEED) {
      for (const index of this.recording.recorded) {
        if (found.length >= steps.length) break;
        const step = await this.recording.step(index);
        if (!step) break;
        if (found.length >= silent) pieces.push(...step.pieces);
        found.push(...step.steps);
        this.recording.learn(step);
      }
    }
    if (round !== this.#round) return;
    const all = found.slice(0, steps.length);
    const known = steps.every((script, i) => all[i] && same(script, all[i]));
    if (!known || this.#late)
      return this.#pass((engine) => engine.replay(seed, steps, silent), false);
    this.#played = [...steps];
    this.tell({ kind: 'printed', pieces, done: all.length, total: all.length });
    this.tell({ kind: 'steps', steps: all });
    this.#end(false);
  }

  /** Asks about the database as it was after a step. The recording answers if it can, else the engine. */
  ask<K extends Question['kind']>(
    step: StepId,
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null> {
    if (this.#runner.kind !== 'engine') {
      const known = this.recording.answer(step, question);
      if (known !== undefined) return Promise.resolve(known as Answers[K] | null);
    }
    return new Promise((resolve) => {
      this.#withEngine((engine) => resolve(engine ? engine.ask<K>(step, question) : null));
    });
  }

  /** Cancels what plays or runs. */
  cancel() {
    if (this.#runner.kind === 'engine') return this.#runner.engine.cancel();
    if (!this.#running) return;
    this.#round++;
    this.#end(true);
  }

  /** Starts again with an empty database. */
  reset() {
    this.close();
    this.#played = [];
    this.#ready();
  }

  /** Ends the engine, if it was started. */
  close() {
    this.#round++;
    this.#running = false;
    this.#engine?.close();
    this.#runner = { kind: 'recording' };
    this.#callWaiting();
  }

  /** Makes the engine panic, for tests. */
  breakDown() {
    this.#withEngine((engine) => engine?.breakDown());
  }

  /** Starts the engine, since something will need it soon. If it does not start, that is no error yet. */
  expectEngine() {
    this.#withEngine(() => undefined);
  }

  /**
   * Has the engine do something that ends with `finished`, unless it is cancelled before the engine is there.
   * `played`: the recorded steps that ran are kept.
   */
  #pass(act: (engine: Client) => void, played = true) {
    const round = ++this.#round;
    this.#running = true;
    if (!played) this.#played = [];
    this.#withEngine((engine) => {
      if (engine && round === this.#round) act(engine);
    });
  }

  /** Calls `act` with the engine once it has taken over, with null if it cannot; starts it if that was not done yet. */
  #withEngine(act: (engine: Client | null) => void) {
    if (this.#runner.kind === 'engine') return act(this.#runner.engine);
    this.#waiting.push(act);
    if (this.#engine) return;
    const engine = this.start((reply) => {
      if (engine === this.#engine) this.#hear(engine, reply);
    });
    this.#runner = { kind: 'loading', engine };
  }

  /** Handles a message of the engine, which catches up with what was played. */
  #hear(engine: Client, reply: UnsolicitedReply) {
    if (this.#runner.kind === 'engine') return this.tell(reply);
    switch (reply.kind) {
      case 'ready':
        if (this.#played.length === 0) return this.#takeOver(engine);
        this.#runner = { kind: 'replaying', engine };
        engine.replay(SEED, this.#played, this.#played.length);
        break;
      case 'finished':
        if (reply.cancelled) this.#failed(engine, TOO_SLOW);
        else this.#takeOver(engine);
        break;
      case 'panicked':
        this.#failed(engine, reply.message);
    }
  }

  /** Lets the engine go on from here. */
  #takeOver(engine: Client) {
    this.#runner = { kind: 'engine', engine };
    this.#callWaiting(engine);
  }

  /** Calls everything that waits for the engine, with the engine; with null if there will be none. */
  #callWaiting(engine: Client | null = null) {
    for (const act of this.#waiting.splice(0)) act(engine);
  }

  /** Reports to all callers that wait for the engine that it cannot be loaded. */
  #failed(engine: Client, message: string) {
    this.#runner = { kind: 'recording' };
    // It starts another of itself now, which nobody waits for.
    queueMicrotask(() => engine.close());
    this.#callWaiting();
    if (!this.#running) return;
    this.#round++;
    this.#running = false;
    this.#played = [];
    this.tell({ kind: 'panicked', message });
    this.#ready();
  }
}
