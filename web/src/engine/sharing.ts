// A frame's line to the engine that it shares with the others on the page. The workers are numbered: when one stops, or
// does not come back from a statement, all frames go to the next and run their steps again there.
import type { Reply, Request } from './protocol';
import { startBy, type Line } from './start';
import worker from './shared.ts?worker&url';

const NEWS = 'toastscope engine';
const WHICH = 'which';
const MOVED = 'The engine was started again, for another frame on this page.';

/** The number of the worker that is in use. */
let current = 0;
const lines = new Set<SharedLine>();
const news = new BroadcastChannel(NEWS);
news.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (Number.isInteger(data)) moveTo(data as number);
  else if (data === WHICH && current > 0) news.postMessage(current);
};
// A frame that comes later is told where the others are.
news.postMessage(WHICH);

/** Has all lines of this frame leave workers before this one. */
function moveTo(number: number) {
  current = Math.max(current, number);
  for (const line of [...lines]) line.leaveBefore(current);
}

class SharedLine implements Line {
  onmessage: Line['onmessage'] = null;
  onerror: Line['onerror'] = null;
  readonly #number = current;
  readonly #port: MessagePort;

  constructor() {
    const shared = new SharedWorker(worker, {
      type: 'module',
      name: `toastscope ${this.#number}`,
    });
    shared.onerror = (event) => this.onerror?.(event as ErrorEvent);
    this.#port = shared.port;
    this.#port.onmessage = (event: MessageEvent<Reply>) => this.onmessage?.(event);
    addEventListener('pagehide', this.#gone);
    lines.add(this);
  }

  #gone = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) this.postMessage({ kind: 'leave' });
  };

  postMessage(request: Request) {
    this.#port.postMessage(request);
  }

  leaveBefore(number: number) {
    if (this.#number >= number || !lines.delete(this)) return;
    const panicked: Reply = { kind: 'panicked', message: MOVED };
    this.onmessage?.(new MessageEvent('message', { data: panicked }));
  }

  end(broken: boolean) {
    removeEventListener('pagehide', this.#gone);
    this.postMessage({ kind: 'leave' });
    lines.delete(this);
    if (!broken || this.#number < current) return;
    current = this.#number + 1;
    news.postMessage(current);
    moveTo(current);
  }
}

/** From now on the sessions of this page share one engine with all its frames, where browsers have such workers. */
export function shareEngine() {
  if (typeof SharedWorker === 'function') startBy(() => new SharedLine());
}
