// The page's side of the worker that runs a script in PGlite.
import { Cancelled } from './client';
import { startPglite } from './pglite-start';
import type { PgliteReply } from './protocol';
import { watchLife } from '../watch-life';

/** PGlite's version, and the bytes of the files that are loaded for it; undefined where it is not beside the page. */
export const PGLITE: { version: string; bytes: number } | undefined =
  startPglite && (import.meta.env.TOASTSCOPE_PGLITE as { version: string; bytes: number });

/** A run of a script in PGlite. */
export interface PgliteRun {
  /** What psql would print. Rejects if PGlite cannot be loaded or fails, or with `Cancelled`. */
  printed: Promise<string>;
  cancel: () => void;
}

/** Runs a script in a new PGlite, whose worker ends with it. Throws where PGlite is not beside the page. */
export function runInPglite(
  script: string,
  progress: (what: string, share: number) => void,
): PgliteRun {
  if (!startPglite) throw new Error('PGlite is not beside this page.');
  const worker = watchLife(startPglite());
  let cancel = () => {};
  const printed = new Promise<string>((resolve, reject) => {
    cancel = () => reject(new Cancelled());
    worker.onmessage = ({ data }: MessageEvent<PgliteReply>) => {
      if (data.kind === 'progress') progress(data.what, data.share);
      else if (data.kind === 'printed') resolve(data.text);
      else reject(new Error(`PGlite: ${data.message}`));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error('PGlite could not be loaded: its files are not beside this page.'));
    };
    worker.postMessage(script);
  }).finally(() => worker.terminate());
  return { printed, cancel };
}
