// How a lesson's text and SQL name a value: `{chunks}`.
/** Values named in text. JSON in a sentence is not meant: its braces are followed by a quote. */
export const NAMES_IN_TEXT = /\{([a-z][a-z0-9_]{0,39})\}/g;
