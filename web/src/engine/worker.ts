// The engine's worker: one session has it to itself.
import { told } from './hold-life';
import { FRAME, OWN_OF_FRAME, PAGE } from './sql-limits';
import type { Reply, Request } from './protocol';
import { warmUpCode } from './warm-up-code';
import { load, stopReason, EngineSession } from './engine-session';

/** Posts a message to the page. */
const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });
/** Tells the page that the module has stopped. */
const panicked = (message: string) => post({ kind: 'panicked', message, culprit: true });

/** Serves the page's session, once the module is there. */
function serve() {
  const serving = new EngineSession(post, self.name === OWN_OF_FRAME ? FRAME : PAGE);
  let asked = false;
  onmessage = ({ data }: MessageEvent<Request>) => {
    asked = true;
    try {
      serving.hear(data)?.catch((error: unknown) => panicked(stopReason(error)));
    } catch (error) {
      panicked(stopReason(error));
    }
  };
  warmUpCode(() => asked).catch((error: unknown) => panicked(stopReason(error)));
}

Promise.all([load(panicked), told]).then(serve, (error: unknown) =>
  post({ kind: 'panicked', message: stopReason(error) }),
);
