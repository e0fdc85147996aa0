// The names of the things that are drawn: an element has the names of its things in `data-thing`,
// separated by spaces. Words about a thing highlight it, and the thing highlights the words.

/** What each name stands for. */
export const THINGS = {
  row: 'the row to scale',
  header: 'its header, or that of what it keeps',
  column: 'a column of it',
  padding: 'bytes that only align what follows',
  limit: 'the ruler, and where TOAST starts',
  rounds: 'the four rounds of TOAST',
  pointer: 'what is left in the row of a value that is in chunks',
  chunk: 'a chunk',
  entry: 'the index entry that finds a chunk',
  version: 'a version of the row',
  memory: 'a value as it is in memory',
  heap: 'the pages of a table',
  toast: 'the pages of a TOAST table',
  index: 'the pages of an index, or its tree',
  'toast-index': 'the pages of the index of a TOAST table',
  sequence: 'the page of a sequence',
  page: 'the pages of any relation',
  log: 'the records of the log',
  buffers: 'the buffers counted',
  number: 'the number of a value',
  tail: 'what was appended, and is in the row',
  prefix: 'the beginning of a value, in the row',
  difference: 'what changed of a value, in the row',
  keys: 'the keys of a document',
  inline: 'a value within a document',
  compressed: 'something compressed',
} as const;

/** The name of one kind of thing that is drawn; it is a key of `THINGS`. */
export type Thing = keyof typeof THINGS;
