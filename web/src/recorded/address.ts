// The addresses at which the build puts the recordings of a lesson's steps, from the folder of the page. Steps are
// numbered from 1 here, as in every address.

/** What the recordings were made from, in short; empty when this build has none. */
export const RECORDED = (import.meta.env?.TOASTSCOPE_RECORDED as string | undefined) ?? '';

/** The address of a recorded step. It ends with a hash, so that it can be cached for ever. */
export const stepAddress = (lesson: string, step: number) =>
  `recorded/${lesson}/${step}.tape${RECORDED && `?${RECORDED}`}`;

/** The address of a step's poster. */
export const posterAddress = (lesson: string, step: number, theme: 'light' | 'dark') =>
  `recorded/${lesson}/${step}.${theme}.svg`;
