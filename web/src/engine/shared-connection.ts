// A frame's connection to the engine that it shares with the others on the page. The workers are numbered: when one stops, or
// does not come back from a statement, all frames go to the next and run their steps again there. A frame that waits
// for another's statement goes to the next alone. Where a browser lets frames of other sites share nothing, each has a
// worker of its own.
import type { Reply, Request } from './protocol';
import { WorkerWatchdog, type Silence } from './worker-watchdog';
import { connectionTo, replaceConnect, type EngineConnection } from './connection';
import worker from './shared-worker.ts?worker&url';

const NEWS = 'toastscope engine';
const WHICH = 'which';
const MOVED = 'The engine was started again, for another frame on this page.';
const BUSY = 'Another frame on this page keeps its engine busy: this one was given another.';
const HANGS = 'The statement did not end in time.';

/** The number of the worker that is in use. */
let current = 0;
/** Instead of a worker's number: a worker for this session alone. */
const ALONE = -1;
/** Whether this browser refused to share a worker. */
let denied = false;
const connections = new Set<SharedConnection>();
const news = openNews();

/** Opens the channel by which frames tell each other of workers that stopped; null in browsers that refuse it. */
function openNews(): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(NEWS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (Number.isInteger(data)) moveTo(data as number);
      else if (data === WHICH && current > 0) channel.postMessage({ use: current });
      else if (typeof data === 'object' && data !== null && 'use' in data) use(data.use);
    };
    // A frame that is opened later learns which worker the others use.
    channel.postMessage(WHICH);
    return channel;
  } catch {
    return null;
  }
}

/** Makes later connections begin in the worker of this number; existing ones stay where they are. */
function use(number: unknown) {
  if (Number.isInteger(number)) current = Math.max(current, number as number);
}

/**
 * Makes later connections begin in the worker of this number, and moves all connections of this frame away from
 * earlier workers.
 */
function moveTo(number: number) {
  use(number);
  for (const connection of [...connections]) connection.leaveBefore(current);
}

/** The shared worker of this number; null if the browser refuses it at once. */
function connectTo(number: number): SharedWorker | null {
  try {
    return new SharedWorker(worker, { type: 'module', name: `toastscope ${number}` });
  } catch {
    return null;
  }
}

class SharedConnection implements EngineConnection {
  onmessage: EngineConnection['onmessage'] = null;
  onerror: EngineConnection['onerror'] = null;
  #number = current;
  /** Whom it talks to. */
  #to!: Pick<EngineConnection, 'postMessage' | 'end'>;
  /** Requests from before the worker was there; null from then on. */
  #early: Request[] | null = [];
  readonly #watchdog = new WorkerWatchdog((why) => this.#lost(why));

  constructor() {
    addEventListener('pagehide', this.#gone);
    if (denied) this.#alone();
    else this.#share();
  }

  /** Connects to the shared worker that is in use. */
  #share() {
    this.#number = current;
    const shared = connectTo(this.#number);
    if (!shared) return this.#refused();
    const { port } = shared;
    let connected = false;
    shared.onerror = (event) => {
      // Others refuse it like this, and tell of it in no other way.
      if (connected) this.onerror?.(event as ErrorEvent);
      else this.#refused();
    };
    port.onmessage = (event: MessageEvent<Reply>) => {
      connected = true;
      this.#hear(event);
    };
    /** Leaves the shared worker. */
    const end = () => port.postMessage({ kind: 'leave' } satisfies Request);
    this.#take({ postMessage: (request) => port.postMessage(request), end });
    this.#watchdog.begin();
    connections.add(this);
  }

  /** Gives up sharing for all connections, since the browser refuses it. */
  #refused() {
    denied = true;
    connections.delete(this);
    this.#alone();
  }

  /** Starts a worker of its own for this connection. */
  #alone() {
    this.#watchdog.end();
    const connection = connectionTo(
      new Worker(new URL('./worker.ts', import.meta.url), {
        type: 'module',
        name: 'toastscope frame',
      }),
    );
    this.#number = ALONE;
    connection.onmessage = (event) => this.#hear(event);
    connection.onerror = (event) => this.onerror?.(event);
    this.#take(connection);
  }

  /** Takes a connection, and posts what has waited for one. */
  #take(to: Pick<EngineConnection, 'postMessage' | 'end'>) {
    this.#to = to;
    for (const request of this.#early ?? []) to.postMessage(request);
  }

  /** Handles a message of the worker, which shows that it is alive. */
  #hear(event: MessageEvent<Reply>) {
    const { data } = event;
    this.#watchdog.heard(data);
    if (data.kind === 'connected') return;
    if (data.kind === 'ready') this.#early = null;
    this.onmessage?.(event);
  }

  /** Called when the worker has been silent too long; `why` says at what. */
  #lost(why: Silence) {
    if (why === 'hangs') return this.#panic(HANGS, true);
    if (this.#number === ALONE) return;
    // The others may be content where they are.
    use(this.#number + 1);
    news?.postMessage({ use: current });
    if (why === 'busy') return this.#panic(BUSY);
    this.#to.end(true);
    this.#share();
  }

  /** Tells the client that its engine stopped; the client then takes another connection. */
  #panic(message: string, culprit = false) {
    const panicked: Reply = { kind: 'panicked', message, culprit };
    this.onmessage?.(new MessageEvent('message', { data: panicked }));
  }

  #gone = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) this.#to.end(false);
  };

  /** Sends a request to the worker. */
  postMessage(request: Request) {
    this.#early?.push(request);
    this.#watchdog.asked(request);
    this.#to.postMessage(request);
  }

  /** Leaves the worker if its number is lower than this one. */
  leaveBefore(number: number) {
    if (this.#number >= number || !connections.delete(this)) return;
    this.#panic(MOVED);
  }

  /** Ends the connection; `broken`: the worker stopped. */
  end(broken: boolean) {
    removeEventListener('pagehide', this.#gone);
    // What has not begun does not hang.
    const waits = this.#watchdog.busy;
    this.#watchdog.end();
    this.#to.end(broken);
    const shared = connections.delete(this);
    if (!broken || !shared || this.#number < current) return;
    use(this.#number + 1);
    news?.postMessage(waits ? { use: current } : current);
    if (!waits) moveTo(current);
  }
}

/** Makes all sessions and frames of this page share one engine, in browsers that have shared workers. */
export function shareEngine() {
  replaceConnect(() => new SharedConnection());
}
