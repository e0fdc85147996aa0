// One worker for all frames on a page: one module, and a session for each frame. When the module stops, all of them
// get a message, and go to the next such worker.
import { FRAME } from './sql-limits';
import type { Reply, Request } from './protocol';
import { load, stopReason, EngineSession } from './engine-session';

const scope = globalThis as unknown as {
  onconnect: (event: MessageEvent) => void;
  close(): void;
};
const ports = new Set<MessagePort>();

/** Tells all frames that the module has stopped, and ends the worker. */
function panicked(message: string, by?: MessagePort) {
  for (const port of ports)
    port.postMessage({ kind: 'panicked', message, culprit: port === by } satisfies Reply);
  scope.close();
}

const loaded = load((message) => panicked(message));

/** Serves one frame. */
function serve(port: MessagePort) {
  /** Posts a message to the frame. */
  const post = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);
  const serving = new EngineSession(post, FRAME);
  /** Ends the frame's session. */
  const leave = () => {
    serving.close();
    ports.delete(port);
  };
  port.onmessage = ({ data }: MessageEvent<Request>) => {
    try {
      if (data.kind === 'leave') leave();
      else serving.hear(data)?.catch((error: unknown) => panicked(stopReason(error), port));
    } catch (error) {
      panicked(stopReason(error), port);
    }
  };
  // A frame that is gone without a word.
  port.addEventListener('close', leave);
}

// Set before anything is awaited: the browser announces a frame that connects only once.
scope.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  // That it is there, so that it does not hang: the module may be long on its way.
  port.postMessage({ kind: 'connected' } satisfies Reply);
  loaded.then(
    () => serve(port),
    (error: unknown) => panicked(stopReason(error)),
  );
};
