// The `sketch` block of a step: a line to draw, and the mistakes that are usual in drawing it.
export const SHAPES = ['flat', 'straight', 'rising', 'falling', 'above', 'below'] as const;
/** The shape of a usual wrong line, as `SHAPES` names it. */
export type Shape = (typeof SHAPES)[number];

/** A usual wrong line, and why somebody draws it. */
export interface DrawnMistake {
  shape: Shape;
  why: string;
}

/** A question that is answered by drawing a line: that of the step's chart. */
export interface Sketch {
  line: number;
  question: string;
  /** Both ends of each axis. */
  x: readonly [number, number];
  y: readonly [number, number];
  /** A drawing counts as right when it is no further off than this share of the height, on average. */
  near: number;
  hints: string[];
  /** Words that stand before the question, from which its answer follows: see `Guess`. */
  given?: string[];
  /** Usual wrong lines. */
  mistakes?: DrawnMistake[];
}
