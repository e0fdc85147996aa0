// The page's side of the worker: starts it, asks it, and starts it again when it broke.
import type { Answers, Question, Reply, Request, StepId, StepScript } from './protocol';
import { connectEngine, type EngineConnection } from './connection';

/** Milliseconds until an engine that did not even start is tried again: the first time, and at most. */
const AGAIN = [1000, 30_000] as const;
/** Milliseconds a cancelled statement may take to end before its worker is ended instead. */
const CANCEL_TIMEOUT = 4000;

const GONE = 'The browser ended the engine.';

/** What the engine tells without being asked. */
export type UnsolicitedReply = Exclude<Reply, { kind: 'answer' | 'alive' }>;

/** What a session runs its SQL with: an engine in a worker, or a recording. */
export interface Client {
  /** Runs lines of a script, of which the first has this number, from the end of a step. */
  run(file: string, firstLine: number, text: string, from: StepId): void;
  /** Runs SQL that is only tried out, and forgets steps that nobody needs any more. */
  tryOut(text: string, from: StepId, forget: StepId[]): void;
  /** Runs steps again in a fresh worker; the first `silent` of them print nothing. */
  replay(seed: number, steps: StepScript[], silent: number): void;
  /** Asks about the database as it was after a step; null when the worker broke meanwhile. */
  ask<K extends Question['kind']>(
    step: StepId,
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null>;
  /** Ends the running statement and the script. */
  cancel(): void;
  /** Throws the database away. */
  reset(): void;
  /** Ends the worker for good. */
  close(): void;
  /** Makes the engine panic; for tests. */
  breakDown(): void;
  /** Runs these steps in a new worker, which then takes the place of one whose module has grown; unless something else runs. */
  renew?(seed: number, steps: StepScript[]): void;
  /** Starts the engine, if a recording runs in its place: a question will come that only the engine answers. */
  expectEngine?(): void;
}

/** Gives a session its client. */
export type Connect = (tell: (reply: UnsolicitedReply) => void) => Client;

/** Connects to an engine in a worker; `tell` is called with what it says unasked. */
export const startEngine: Connect = (tell) => new EngineClient(tell);

/**
 * One session's connection to the engine. It passes on what the engine says unasked, and starts another worker when
 * one broke.
 */
export class EngineClient implements Client {
  #connection!: EngineConnection;
  #next = 1;
  #waiting = new Map<number, (answer: never) => void>();
  #interrupt = '';
  #giveUp: ReturnType<typeof setTimeout> | undefined;
  #restart: ReturnType<typeof setTimeout> | undefined;
  /** How often in a row none started. */
  #failures = 0;
  /** The worker that is to take the place of the one in use, and what it runs first. */
  #renewal: { connection: EngineConnection; seed: number; steps: StepScript[] } | null = null;
  /** The highest number of a step so far, trials that are forgotten included. */
  #highest = 0;
  /** Whether the worker in use was ended by this client, and none has taken its place yet. */
  #without = false;

  constructor(private readonly tell: (reply: UnsolicitedReply) => void) {
    this.#start();
  }

  /** Starts a worker. */
  #start() {
    this.#connection = this.#connect();
    this.#without = false;
  }

  /** Connects to a worker: the one in use, or the one that is to take its place. */
  #connect() {
    return connectEngine(
      (reply, connection) => {
        if (reply.kind === 'alive') this.#watch(reply.lock, connection);
        else if (connection === this.#connection) this.#hear(reply);
        else if (connection === this.#renewal?.connection) this.#catchUp(reply);
      },
      (event, connection) => {
        event.preventDefault();
        this.#lost(event.message || 'The engine could not be started.', connection);
      },
    );
  }

  /** A worker did not start, or is gone. */
  #lost(message: string, connection: EngineConnection) {
    if (connection === this.#renewal?.connection) this.#endRenewal();
    else if (connection === this.#connection && !this.#without) this.#broke(message);
  }

  /** Runs steps in a second worker, which takes the first one's place when they ran. */
  renew(seed: number, steps: StepScript[]) {
    this.#endRenewal();
    this.#renewal = { connection: this.#connect(), seed, steps };
  }

  /** Gives the second worker up. */
  #endRenewal() {
    this.#renewal?.connection.end(false);
    this.#renewal = null;
  }

  /** Handles a message of the second worker. What it prints stands there already. */
  #catchUp({ kind, ...reply }: Reply & { reserved?: number; cancelled?: boolean }) {
    if (!this.#renewal) return;
    const { connection, seed, steps } = this.#renewal;
    if (kind === 'ready') {
      const [id, silent, next] = [this.#next++, steps.length, this.#highest + 1];
      connection.postMessage({ kind: 'replay', id, seed, steps, silent, next, interrupt: '' });
    } else if (kind === 'panicked' || (kind === 'finished' && this.#waiting.size > 0)) {
      this.#endRenewal();
    } else if (kind === 'finished') {
      this.#connection.end(false);
      this.#connection = connection;
      this.#renewal = null;
      this.tell({ kind: 'renewed', reserved: reply.reserved ?? 0 });
    }
  }

  /** Notices that the worker is gone, by the lock that it holds as long as it lives. */
  #watch(lock: string, connection: EngineConnection) {
    navigator.locks.request(lock, () => this.#lost(GONE, connection)).catch(() => undefined);
  }

  /** Handles a message of the worker. */
  #hear(reply: Exclude<Reply, { kind: 'alive' }>) {
    switch (reply.kind) {
      case 'answer':
        this.#waiting.get(reply.id)?.(reply.answer as never);
        this.#waiting.delete(reply.id);
        return;
      case 'panicked':
        this.#broke(reply.message, reply.culprit);
        return;
      case 'ready':
        this.#failures = 0;
        break;
      case 'steps':
        for (const { id } of reply.steps) this.#highest = Math.max(this.#highest, id);
        break;
      case 'finished':
        this.#ended();
        break;
    }
    this.tell(reply);
  }

  /** Forgets what belonged to the statement that ran, and what a second worker was to take over. */
  #ended() {
    this.#endRenewal();
    clearTimeout(this.#giveUp);
    URL.revokeObjectURL(this.#interrupt);
    this.#interrupt = '';
  }

  /**
   * Ends the worker, says why, and starts another one with an empty database. `culprit`: a statement made the
   * worker break.
   */
  #broke(message: string, culprit = false) {
    this.#ended();
    this.#connection.end(true);
    this.#without = true;
    this.#forget();
    this.tell({ kind: 'panicked', message, culprit });
    // One that does not even start is not tried again and again at once.
    const failures = this.#failures++;
    if (failures === 0) return this.#start();
    const [first, most] = AGAIN;
    this.#restart = setTimeout(() => this.#start(), Math.min(most, first * 2 ** (failures - 1)));
  }

  /** Answers what is waited for with null, since nobody will. */
  #forget() {
    for (const answer of this.#waiting.values()) answer(null as never);
    this.#waiting.clear();
  }

  /** Posts a request to the worker. */
  #post(request: Request) {
    this.#connection.postMessage(request);
  }

  /**
   * Makes the object URL by whose removal a running statement is ended; none if a worker cannot check the
   * page's URLs.
   */
  #interruptible() {
    this.#ended();
    if (self.origin === 'null') return '';
    this.#interrupt = URL.createObjectURL(new Blob(['']));
    return this.#interrupt;
  }

  /** Runs lines of a script after step `from`. */
  run(file: string, firstLine: number, text: string, from: StepId) {
    const id = this.#next++;
    this.#post({ kind: 'run', id, file, firstLine, text, from, interrupt: this.#interruptible() });
  }

  /** Runs a trial after step `from`; drops the steps in `forget`. */
  tryOut(text: string, from: StepId, forget: StepId[]) {
    const [id, interrupt] = [this.#next++, this.#interruptible()];
    const request = { kind: 'run', id, file: 'script.sql', firstLine: 1, text, from } as const;
    this.#post({ ...request, interrupt, trial: { forget } });
  }

  /** Runs steps again in the new worker; the first `silent` of them print nothing. */
  replay(seed: number, steps: StepScript[], silent: number) {
    const id = this.#next++;
    this.#post({ kind: 'replay', id, seed, steps, silent, interrupt: this.#interruptible() });
  }

  /** Cancels what runs. If it does not end in time, the worker is ended and another one is started. */
  cancel() {
    URL.revokeObjectURL(this.#interrupt);
    this.#post({ kind: 'cancel' });
    clearTimeout(this.#giveUp);
    /** Gives the worker up: the statement cannot be stopped otherwise. */
    const endless = () => this.#broke('The statement did not end in time.', true);
    this.#giveUp = setTimeout(endless, CANCEL_TIMEOUT);
  }

  /** Starts again with an empty database. */
  reset() {
    this.#ended();
    clearTimeout(this.#restart);
    this.#connection.end(false);
    this.#forget();
    this.#start();
  }

  /** Asks about the database as it was after a step; resolves to null when the worker broke meanwhile. */
  ask<K extends Question['kind']>(
    step: StepId,
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null> {
    const id = this.#next++;
    return new Promise<Answers[K] | null>((resolve) => {
      this.#waiting.set(id, resolve as (answer: never) => void);
      this.#post({ kind: 'ask', id, step, question });
    });
  }

  /** Ends the worker for good. */
  close() {
    this.#without = true;
    this.#ended();
    clearTimeout(this.#restart);
    this.#connection.end(false);
    this.#forget();
  }

  /** Makes the engine panic, for tests. */
  breakDown() {
    this.#post({ kind: 'breakDown' });
  }
}
