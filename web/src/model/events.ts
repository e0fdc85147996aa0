// The engine's events by their kind. Tables have a row for every kind: an event that is new in the engine
// does not compile before it has its words, its colour and its place on stage.
import type { StageEvent } from '../engine/protocol';

/** What an event is: `tupleFormed`. */
export type EventKind = StageEvent['kind'];

/** The event of a kind. */
export type EventOf<K extends EventKind> = Extract<StageEvent, { kind: K }>;

/** Makes the compiler check that a switch handles every kind of event. */
export function unknown(what: never): never {
  throw new Error(`Nobody knows what this is: ${JSON.stringify(what)}`);
}
