// Starts the engine's worker, which may be started before there is a client for it, while the page's own code
// is being loaded: its messages until then are kept.
import type { Reply, Request } from './protocol';

/** What a client talks to: a worker, or a place in one that several share. */
export interface EngineConnection {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  /** Nothing more is asked or heard; `broken`: because it stopped, or does not answer. */
  end(broken: boolean): void;
}

/** The connection to a worker that one session has to itself. */
export function connectionTo(worker: Worker): EngineConnection {
  const connection: EngineConnection = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => worker.postMessage(request),
    end: () => worker.terminate(),
  };
  worker.onmessage = (event: MessageEvent<Reply>) => connection.onmessage?.(event);
  worker.onerror = (event) => connection.onerror?.(event);
  return connection;
}

/** Starts a worker for this page alone. */
const ownWorker = () =>
  connectionTo(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));

let create: () => EngineConnection = ownWorker;

/** Makes later engines start in another way. */
export function replaceConnect(other: () => EngineConnection) {
  create = other;
}

interface Early {
  connection: EngineConnection;
  said: MessageEvent<Reply>[];
  failed: ErrorEvent | null;
}
let early: Early | null = null;

/** Starts an engine before there is a client, and keeps what it says for that client. */
export function startEarly() {
  const connection = create();
  const started: Early = { connection, said: [], failed: null };
  connection.onmessage = (event) => started.said.push(event);
  connection.onerror = (event) => {
    event.preventDefault();
    started.failed = event;
  };
  early = started;
}

/** Connects a client to the engine that was started early, or to a new one. */
export function connectEngine(
  hear: (reply: Reply, connection: EngineConnection) => void,
  failed: (event: ErrorEvent, connection: EngineConnection) => void,
): EngineConnection {
  const started = early;
  early = null;
  const connection = started?.connection ?? create();
  connection.onmessage = ({ data }) => hear(data, connection);
  connection.onerror = (event) => failed(event, connection);
  // Only once the caller knows the connection.
  queueMicrotask(() => {
    for (const { data } of started?.said ?? []) hear(data, connection);
    if (started?.failed) failed(started.failed, connection);
  });
  return connection;
}
