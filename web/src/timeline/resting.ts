// Which parts of the stage have something to show at a position, such as the one where a lesson's step rests. Pure: the
// page asks while it runs, and the build asks of recorded steps.
import { castAt } from '../model/cast/cast';
import type { Part } from './compose';
import { replayingAt } from './recovery';
import type { Scene } from './scene';

/** The files of indexes that are drawn as trees: those among `files`; all if none is among them. */
export function indexesOf(scene: Scene, files: ReadonlySet<number> | null): Set<number> {
  const indexes = scene.relations.filter(({ role }) => role === 'index' || role === 'toastIndex');
  const touched = indexes.filter(({ file }) => files?.has(file));
  return new Set((touched.length > 0 ? touched : indexes).map(({ file }) => file));
}

/**
 * Whether a part of the stage shows something: `files` are the files that are drawn (null: all), `row` says
 * whether there is a row to draw.
 */
export function fills(
  part: Part,
  scene: Scene,
  files: ReadonlySet<number> | null,
  row: boolean,
): boolean {
  switch (part) {
    case 'row': {
      if (scene.ended || !scene.placed) return row;
      const cast = castAt(scene.placed.step, scene.at - 1 - scene.placed.start);
      return cast.actor !== null || cast.climb !== null || replayingAt(scene) !== null;
    }
    case 'pages':
      return scene.relations.some(
        ({ file }) => (files?.has(file) ?? true) && (scene.files.get(file)?.blocks ?? 0) > 0,
      );
    case 'buffers':
      return Object.values(scene.counters.total).some((n) => n > 0);
    case 'log':
      return scene.log.end > 0 || scene.log.replay.total > 0;
  }
}
