// Recovery at a place: the page that the last record was about, as its file has it and as it is in shared buffers.
import { World } from '../model/world';
import type { EventOf } from '../model/events';
import type { Scene } from './scene';
import type { Placed } from './tape';

export interface Replaying {
  record: EventOf<'recordReplayed'>;
  file: number;
  block: number;
  /** Items by threes: where, how long, what they are. None where the file's page was not lost. */
  before: Uint16Array | null;
  now: Uint16Array;
}

/** What lies in the files when a server that was stopped comes back: the pages that a crash took away. */
function filesOf({ step }: Placed): World {
  const files = new World();
  const begins = step.frames.findIndex((f) => f.event?.kind === 'recoveryStarted');
  files.apply(step.patch, 0, step.frames[begins]?.patch ?? 0);
  return files;
}

/** The page that the record replayed last was about; null outside of recovery. */
export function replayingAt(scene: Scene): Replaying | null {
  const { placed, at } = scene;
  if (!placed || scene.log.replay.total === 0) return null;
  for (let i = at - 1 - placed.start; i >= 0; i--) {
    const event = placed.step.frames[i]?.event;
    if (event?.kind !== 'recordReplayed') continue;
    for (const { file, fork, block } of event.blocks) {
      const now = fork === 'main' ? scene.files.get(file)?.items.get(block) : undefined;
      if (!now) continue;
      const before = filesOf(placed).files.get(file)?.items.get(block) ?? null;
      return { record: event, file, block, before, now };
    }
  }
  return null;
}
