// What all charts have in common: a picture's size and margins, and ticks on its axes.

/** A picture's size and the margins around what is drawn, in px. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A tick: where on its axis, in px, and what is written there. */
export interface Tick {
  at: number;
  text: string;
}

/** Round numbers from `low` to `high`: 1, 2 and 5 times powers of ten, or other `steps` of a decade. */
export function decades(low: number, high: number, steps: readonly number[] = [1, 2, 5]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(1));
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

/** The ticks without those whose labels would touch: less than `least` px after the tick before. */
export function spaced(ticks: readonly Tick[], least: number): Tick[] {
  let last = -Infinity;
  return ticks.filter(({ at }) => {
    const free = Math.abs(at - last) >= least;
    if (free) last = at;
    return free;
  });
}
