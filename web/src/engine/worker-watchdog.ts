// How long a frame waits for a worker that it shares, until it takes another one. A worker that runs a statement reads
// no messages, so from outside only its silence can be measured, and when it fell silent: before it was loaded, before
// it began with a request (it runs the statement of another frame), or while it worked on the request.
//
//   away --connected--> loading --ready--> idle <--asked, answered--> busy --begins--> hangs --finished--> idle
//
// Seconds are counted by a clock's ticks, not by the time of day: a computer that slept did not wait.
import type { Reply, Request } from './protocol';

type State = 'away' | 'loading' | 'idle' | 'busy' | 'hangs';
/** In which state the worker was silent for too long. */
export type Silence = keyof typeof LIMITS;

/** Ticks that a state may last without a word: a script may be long on its way; a statement is ended after twenty. */
const LIMITS = { away: 15, busy: 10, hangs: 25 } as const;
const TICK = 1000;

const ANSWERED: readonly Request['kind'][] = ['run', 'replay', 'ask'];

/** How many ticks a state may last. */
const limitOf = (state: State): number =>
  state in LIMITS ? LIMITS[state as Silence] : Number.POSITIVE_INFINITY;

/** Watches how long a shared worker is silent, and calls `over` when that is too long. */
export class WorkerWatchdog {
  #state: State = 'idle';
  #ticks = 0;
  /** Requests that have no answer yet. */
  #open = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly over: (why: Silence) => void) {}

  /** Whether the worker runs other sessions' jobs first. */
  get busy(): boolean {
    return this.#state === 'busy';
  }

  /** Begins to watch a worker that is being started. */
  begin() {
    this.#become('away');
  }

  /** Stops the watch until `begin` or a request starts it again. */
  end() {
    this.#become('idle');
  }

  /** Notes a request to the worker. */
  asked({ kind }: Request) {
    if (!ANSWERED.includes(kind)) return;
    this.#open++;
    if (this.#state === 'idle') this.#become('busy');
  }

  /** Notes a reply of the worker. */
  heard({ kind }: Reply) {
    this.#ticks = 0;
    switch (kind) {
      case 'connected':
        return this.#become('loading');
      case 'ready':
        return this.#become(this.#open > 0 ? 'busy' : 'idle');
      case 'begun':
      case 'running':
      case 'printed':
      case 'steps':
        return this.#become('hangs');
      case 'finished':
      case 'answer':
        this.#open--;
        // A question may be answered in the middle of what runs.
        if (kind === 'answer' && this.#state === 'hangs') return;
        return this.#become(this.#open > 0 ? 'busy' : 'idle');
      case 'panicked':
        return this.end();
    }
  }

  /** Begins a state, and counts its ticks. */
  #become(state: State) {
    if (state === this.#state) return;
    this.#state = state;
    this.#ticks = 0;
    clearInterval(this.#clock);
    if (limitOf(state) < Number.POSITIVE_INFINITY) {
      this.#clock = setInterval(() => this.#tick(), TICK);
    }
  }

  /** Counts a tick; after too many the worker is given up. */
  #tick() {
    const state = this.#state;
    if (++this.#ticks < limitOf(state)) return;
    this.end();
    this.over(state as Silence);
  }
}
