// The two tracks of the timeline: all statements side by side, and the frames of one.

/** A statement's place on the upper track. */
export interface Segment {
  x: number;
  width: number;
}

/**
 * Lays out the statements along the timeline by their number of frames; long statements leave short ones enough
 * room.
 */
export function segments(frames: number[], width: number, gap = 2): Segment[] {
  const weights = frames.map((n) => 1 + Math.log2(1 + n));
  const all = weights.reduce((a, b) => a + b, 0) || 1;
  const room = Math.max(0, width - gap * Math.max(0, frames.length - 1));
  const apart = room > 0 ? gap : 0;
  let x = 0;
  return weights.map((weight) => {
    const segment = { x, width: (weight / all) * (room || width) };
    x += segment.width + apart;
    return segment;
  });
}

/** The index of the statement at a place in px; outside of all, that of the nearest. */
export function segmentAt(all: Segment[], x: number): number {
  const found = all.findIndex((s) => x < s.x + s.width + 1);
  return found < 0 ? all.length - 1 : found;
}

/** The frame at a place in px, counted from 1; 0 is before the first. */
export const frameAtPoint = (x: number, frames: number, width: number) =>
  Math.max(0, Math.min(frames, Math.ceil((x / Math.max(1, width)) * frames)));
