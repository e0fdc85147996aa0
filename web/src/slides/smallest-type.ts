/** The share of a slide's height that the smallest words have, so that they are read from the last row: 24 px of 720. */
const SHARE = 24 / 720;

/** px of the smallest words on a slide of so many px in height. */
export const smallestType = (height: number): number => Math.ceil(height * SHARE);
