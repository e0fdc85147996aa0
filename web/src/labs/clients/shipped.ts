// The runs that the lab opens with: made by the engine when the recording was (`node scripts/recordings.mjs
// labs/clients`). A test makes some of them again.
import type { Span } from '../../engine/clients/protocol';

/** The machine that they were on. */
export const SHIPPED_MACHINE = { cores: 2, flushMs: 1 } as const;
/** How many clients the run has whose lanes come with the page. */
export const LANES_OF = 16;

/** A stretch of a run, client by client. */
export interface Lanes {
  script: string;
  clients: number;
  spans: readonly Span[];
}

/** The client, what it is at by its place in `WAITS`, and from when to when, in ms. */
type Packed = readonly number[];

/** The lanes of clients in the form in which the recording has them. */
export function packLanes(spans: readonly Span[]): Packed[] {
  const start = Math.min(...spans.map((s) => s.from));
  /** A moment from the start of the stretch, rounded. */
  const short = (ms: number) => Number((ms - start).toFixed(4));
  return spans.map((s) => [s.client, s.wait, short(s.from), short(s.to)]);
}

/** The recorded lanes, by script. */
export const unpackLanes = (packed: Readonly<Record<string, readonly Packed[]>>): Lanes[] =>
  Object.entries(packed).map(([script, spans]) => ({
    script,
    clients: LANES_OF,
    spans: spans.map(([client = 0, wait = 0, from = 0, to = 0]) => ({ client, wait, from, to })),
  }));
