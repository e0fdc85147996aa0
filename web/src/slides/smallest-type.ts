// How small letters on a slide may be.
/** The share of a slide's height that the smallest words have, so that they are read from the last row: 24 px of 720. */
const SHARE = 24 / 720;

/** The least size of letters in px, on a slide of this height. */
export const smallestType = (height: number): number => Math.ceil(height * SHARE);
