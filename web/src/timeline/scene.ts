// Everything that is drawn at one position of the tape. It is made from the tape alone, so a position always
// gives the same picture, however it was reached.
import type { Counters, Frame, RelationView, StepData, Usage } from '../engine/protocol';
import { Names } from '../model/names';
import type { FileState, Touched, World } from '../model/world';
import { relationsAt } from './relation-files';
import { atRest } from './sentences/statement-end';
import { sentence } from './sentences/sentence';
import type { Pin } from '../model/tape-words';
import type { Placed, StepLog, Tape } from './tape';

/** The scene at one position of the tape. */
export interface Scene {
  /** How many frames have happened. */
  at: number;
  /** The step at this position, and whether all of its frames have happened. */
  placed: Placed | null;
  ended: boolean;
  frame: Frame | null;
  sentence: string;
  relations: RelationView[];
  names: Names;
  /** The relations' main forks, by file. Later worlds share and change them: read them at once. */
  files: ReadonlyMap<number, FileState>;
  /** What the last frame pinned; the pages it changed, by file, or null if any may have changed. */
  pins: Pin[];
  touched: Touched | null;
  counters: Counters;
  /** The log records that the step has written or replayed so far, and the bytes of all of them. */
  log: StepLog;
  transaction: StepData['transaction'];
}

const NONE: Usage = { hit: 0, read: 0, dirtied: 0, written: 0 };

/** The sum of two counts of buffers. */
const plus = (a: Usage, b: Usage): Usage => ({
  hit: a.hit + b.hit,
  read: a.read + b.read,
  dirtied: a.dirtied + b.dirtied,
  written: a.written + b.written,
});

/** The buffers at a position: of the step so far, and of all steps before it. */
function countersAt(tape: Tape, placed: Placed | undefined, at: number, relations: RelationView[]) {
  if (placed && at === placed.end) return placed.step.counters;
  const before = placed ? tape.step(placed.step.parent)?.counters : undefined;
  const used = tape.usageAt(at);
  const counters: Counters = {
    statement: used.total,
    total: plus(before?.total ?? NONE, used.total),
    relations: relations.map((r) => {
      const statement = used.files.get(r.file) ?? NONE;
      const total = before?.relations.find((b) => b.oid === r.oid)?.total ?? NONE;
      return { oid: r.oid, name: r.name, statement, total: plus(total, statement) };
    }),
    memory: before?.memory ?? 0,
  };
  return counters;
}

/** The scene at a position; `world` is the world there. */
export function sceneAt(tape: Tape, at: number, world: World, touched: Touched | null): Scene {
  const placed = tape.placedAt(at);
  const frame = tape.frameAt(at) ?? null;
  const relations = relationsAt(tape, at);
  const names = new Names(relations);
  const pins = tape.pinsAt(at);
  const log = tape.logAt(at);
  const ended = placed ? at === placed.end : true;
  const tag = frame?.event?.kind === 'statementFinished' ? frame.event.tag : '';
  const rest = placed && ended && tag ? atRest(tag, placed.step, log.end) : null;
  return {
    at,
    placed: placed ?? null,
    ended,
    frame,
    sentence: rest ?? (frame ? sentence(frame, pins, names) : 'Nothing has happened yet.'),
    relations,
    names,
    files: world.files,
    pins,
    touched,
    counters: countersAt(tape, placed, at, relations),
    log,
    transaction: placed?.step.transaction ?? 'idle',
  };
}
