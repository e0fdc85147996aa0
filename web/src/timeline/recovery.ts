// Recovery at a position: the page that the last replayed record was about, as its file has it and as it is in shared
// buffers.
import { World } from '../model/world';
import type { EventOf } from '../model/events';
import type { Scene } from './scene';
import type { Placed } from './tape';

/** The page that the last replayed log record was about: as its file had it when recovery began, and as it is now. */
export interface Replaying {
  record: EventOf<'recordReplayed'>;
  file: number;
  block: number;
  /** Items by threes: where, how long, what they are. None where the file's page was not lost. */
  before: Uint16Array | null;
  now: Uint16Array;
  /** The rows of both: for each line pointer its columns as text. Empty where the tape has none. */
  rowsBefore: string[][];
  rowsNow: string[][];
}

/** The frame in which recovery begins: until then the tape has the pages that a crash took away, as their files are. */
const recoveryBegins = ({ step }: Placed) =>
  step.frames.findIndex((f) => f.event?.kind === 'recoveryStarted');

/** The files as recovery found them. */
function filesAtStart(placed: Placed): World {
  const files = new World();
  const { patch, frames } = placed.step;
  files.apply(patch, 0, frames[recoveryBegins(placed)]?.patch ?? 0);
  return files;
}

/** The rows of a page as text, as the last frame up to this one that changed the page left them. */
function rowsAt({ step }: Placed, file: number, block: number, frame: number): string[][] {
  const page = step.recovered.findLast(
    (p) => p.frame <= frame && p.file === file && p.block === block,
  );
  return page?.rows ?? [];
}

/** The page of a table or index that replay changed last; null outside of recovery, and before it changed one. */
export function replayingAt(scene: Scene): Replaying | null {
  const { placed, at } = scene;
  if (!placed || scene.log.replay.total === 0) return null;
  for (let i = at - 1 - placed.start; i >= 0; i--) {
    const event = placed.step.frames[i]?.event;
    if (event?.kind !== 'recordReplayed') continue;
    for (const { file, fork, block } of event.blocks) {
      const now = fork === 'main' ? scene.files.get(file)?.items.get(block) : undefined;
      if (!now) continue;
      const before = filesAtStart(placed).files.get(file)?.items.get(block) ?? null;
      const rowsBefore = before ? rowsAt(placed, file, block, recoveryBegins(placed)) : [];
      const rowsNow = rowsAt(placed, file, block, i);
      return { record: event, file, block, before, now, rowsBefore, rowsNow };
    }
  }
  return null;
}
