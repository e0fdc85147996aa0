// What the lab opens with: measured when the page was made (scripts/lib/archive-results.mjs), and laid beside it.
import type { Result } from './result';
import type { WalCompression, Log } from './logs';

/** The logs and results that were measured, and how many workers compressed a file in blocks. */
export interface Recorded {
  workers: number;
  logs: readonly Log[];
  results: readonly Result[];
}

/** The file, as it is kept: of logs only their sizes. */
interface File {
  workers: number;
  logs: readonly { inside: WalCompression; segments: number; size: number }[];
  results: readonly Result[];
}

/** Loads the measurements that were made when the page was built. Throws if they cannot be loaded. */
export async function fetchRecorded(): Promise<Recorded> {
  const answer = await fetch(new URL('labs/archive.json', document.baseURI));
  if (!answer.ok) throw new Error(`labs/archive.json: ${answer.status}`);
  const { workers, logs, results } = (await answer.json()) as File;
  return {
    workers,
    logs: logs.map(({ inside, size }) => ({ inside, segments: [], size })),
    results,
  };
}
