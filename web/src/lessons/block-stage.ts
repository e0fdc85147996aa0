// The `stage` block of a step: which parts the stage shows in that step, and which frames are played.
import { PARTS, type Part } from '../timeline/compose';
import type { Passage } from '../timeline/passage';
import { BlockError, entries } from './blocks';
import { EVENTS } from './bounds';
import type { StagePlan } from './format';

const WAYS =
  'write “play: from EVENT”, “play: from EVENT to EVENT”, “play: statement 2”, “play: last statement”, ' +
  'the last two with from and to as well, or “play: nothing”';

/** The parts of the stage that a line names. Throws a `BlockError` for another word. */
function parts(at: number, value: string): Part[] {
  return value.split(',').map((word) => {
    const part = PARTS.find((p) => p === word.trim());
    if (!part) {
      throw new BlockError(
        at,
        `the stage has ${PARTS.join(', ')}, not “${word.trim()}”, with commas between them`,
      );
    }
    return part;
  });
}

/** The frames that a line names. Throws a `BlockError` if it is not valid. */
function passage(at: number, value: string): Passage {
  if (value === 'nothing') return { statement: null, from: null, to: null, nothing: true };
  const found =
    /^(?:(?:statement (?<number>[1-9]\d?)|(?<last>last statement))(?: |$))?(?:from (?<from>\w+)(?: |$))?(?:to (?<to>\w+))?$/.exec(
      value,
    )?.groups;
  if (!found || !value.trim()) throw new BlockError(at, `“${value}” is not understood; ${WAYS}`);
  for (const name of [found.from, found.to]) {
    if (name && !EVENTS.includes(name)) {
      throw new BlockError(at, `there is no event “${name}”; there are ${EVENTS.join(', ')}`);
    }
  }
  return {
    statement: found.last ? 'last' : found.number ? Number(found.number) : null,
    from: found.from ?? null,
    to: found.to ?? null,
    nothing: false,
  };
}

/**
 * Parses the lines `show:`, `hide:`, `without:` and `play:`, each at most once. Throws a `BlockError` if it is not
 * valid.
 */
export function parseStage(lines: string[]): StagePlan {
  const { other, onlyLine } = entries(lines, ['show', 'hide', 'without', 'play'], 'stage');
  if (other[0]) throw new BlockError(other[0].at, 'a stage block has lines as in show: row, pages');
  const [show, hide, play] = [onlyLine('show'), onlyLine('hide'), onlyLine('play')];
  const without = onlyLine('without');
  if (!show && !hide && !play && !without)
    throw new BlockError(0, 'a stage block says show:, hide:, without: or play:');
  return {
    show: show && parts(show.at, show.value),
    hide: hide ? parts(hide.at, hide.value) : [],
    without: without ? without.value.split(',').map((name) => name.trim()) : [],
    play: play && passage(play.at, play.value),
  };
}
