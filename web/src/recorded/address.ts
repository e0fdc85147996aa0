// Where the build puts what it recorded of a lesson's steps, from the folder that the page is in. Steps are numbered
// from 1 here, as in every address.

/** What the recordings were made from, in short; empty when this build has none. */
export const RECORDED = (import.meta.env?.TOASTSCOPE_RECORDED as string | undefined) ?? '';

/** A step to be played without the engine. The mark at its end lets it be kept for ever. */
export const stepAddress = (lesson: string, step: number) =>
  `recorded/${lesson}/${step}.tape${RECORDED && `?${RECORDED}`}`;

/** The picture that a step rests on. */
export const posterAddress = (lesson: string, step: number, theme: 'light' | 'dark') =>
  `recorded/${lesson}/${step}.${theme}.svg`;
