// Starts the engine's worker. One may be started before there is a client for it, while the page's own code is
// still on its way: what it says until then is kept.
import type { Reply, Request } from './protocol';

/** What a client talks to: a worker, or a place in one that several share. */
export interface Line {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  /** Nothing more is asked or heard; `broken`: because it stopped, or does not answer. */
  end(broken: boolean): void;
}

/** The line to a worker that one session has to itself. */
export function lineTo(worker: Worker): Line {
  const line: Line = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => worker.postMessage(request),
    end: () => worker.terminate(),
  };
  worker.onmessage = (event: MessageEvent<Reply>) => line.onmessage?.(event);
  worker.onerror = (event) => line.onerror?.(event);
  return line;
}

const own = () => lineTo(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));

let create: () => Line = own;

/** Has engines started in another way from now on. */
export function startBy(other: () => Line) {
  create = other;
}

interface Early {
  line: Line;
  said: MessageEvent<Reply>[];
  failed: ErrorEvent | null;
}
let early: Early | null = null;

/** Starts one for the client to come. */
export function startEarly() {
  const line = create();
  const started: Early = { line, said: [], failed: null };
  line.onmessage = (event) => started.said.push(event);
  line.onerror = (event) => {
    event.preventDefault();
    started.failed = event;
  };
  early = started;
}

/** The engine that was started early, else a new one, with who listens to it from now on. */
export function startLine(
  hear: (reply: Reply, line: Line) => void,
  failed: (event: ErrorEvent, line: Line) => void,
): Line {
  const started = early;
  early = null;
  const line = started?.line ?? create();
  line.onmessage = ({ data }) => hear(data, line);
  line.onerror = (event) => failed(event, line);
  // Only once the caller knows the line.
  queueMicrotask(() => {
    for (const { data } of started?.said ?? []) hear(data, line);
    if (started?.failed) failed(started.failed, line);
  });
  return line;
}
