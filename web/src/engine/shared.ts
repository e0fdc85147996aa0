// One worker for all frames on a page: one module, and a session for each frame. When the module stops, all of them
// are told, and go to the next such worker.
import type { Reply, Request } from './protocol';
import { load, reason, Serving, type Bounds } from './serving';

/** A frame takes less than a page of its own may, and gives way to the others after twenty seconds. */
const BOUNDS: Bounds = { memory: 400_000_000, statement: 20_000 };

const scope = globalThis as unknown as {
  onconnect: (event: MessageEvent) => void;
  close(): void;
};
const ports = new Set<MessagePort>();

function panicked(message: string) {
  const told: Reply = { kind: 'panicked', message };
  for (const port of ports) port.postMessage(told);
  scope.close();
}

const loaded = load(panicked);

function serve(port: MessagePort) {
  const post = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);
  const serving = new Serving(post, BOUNDS);
  const leave = () => {
    serving.close();
    ports.delete(port);
  };
  port.onmessage = ({ data }: MessageEvent<Request>) => {
    try {
      if (data.kind === 'leave') leave();
      else serving.hear(data)?.catch((error: unknown) => panicked(reason(error)));
    } catch (error) {
      panicked(reason(error));
    }
  };
  // A frame that is gone without a word.
  port.addEventListener('close', leave);
}

// Set before anything is waited for: a frame that connects is not told of twice.
scope.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  loaded.then(
    () => serve(port),
    (error: unknown) => panicked(reason(error)),
  );
};
