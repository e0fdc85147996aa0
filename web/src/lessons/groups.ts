// The lessons in chapters: what belongs together when one teaches. Each chapter has two exercises or more.

/** A chapter: lessons that belong together. */
export interface Group {
  title: string;
  /** What one can do after it, in a sentence. */
  summary: string;
  /** Names of lessons, in teaching order. */
  lessons: readonly string[];
  /** Names of labs that measure what the chapter tells. */
  labs: readonly string[];
}

export const GROUPS: readonly Group[] = [
  {
    title: 'From a row to the curse',
    summary: 'Which row is too long, what leaves it, and what that costs a query.',
    lessons: ['pages', 'threshold', 'pointer', 'curse', 'select-star'],
    labs: ['depth'],
  },
  {
    title: 'What TOAST may do with a value',
    summary: 'Which values are compressed or moved out, in which order, and how to find out.',
    lessons: ['rounds', 'too-big', 'limits', 'where', 'sizes', 'altered'],
    labs: [],
  },
  {
    title: 'Compression, and what reading costs',
    summary: 'What compression saves, and how to write a query that touches fewer pages.',
    lessons: [
      'compression',
      'compressed-data',
      'slices',
      'target',
      'large-text',
      'counting',
      'jsonb-keys',
    ],
    labs: ['compression', 'text', 'whole'],
  },
  {
    title: 'What it costs to change',
    summary: 'What an update writes, what VACUUM gives back, and what can go wrong.',
    lessons: [
      'updates',
      'vacuum-toast',
      'bloat',
      'versions',
      'written-back',
      'missing-chunk',
      'four-billion',
    ],
    labs: ['clients'],
  },
  {
    title: 'The log, and what releases changed',
    summary: 'What is logged, what is left after a crash, and what an upgrade keeps.',
    lessons: ['wal', 'replication', 'checkpoints', 'crash', 'wal-compression', 'releases'],
    labs: ['archive', 'segment'],
  },
  {
    title: 'Proposals',
    summary: 'What no released server has: toasters that know what a value is made of.',
    lessons: ['appendable', 'bytea-stream', 'jsonb-toaster', 'strategies', 'toaster-api'],
    labs: ['append', 'strategies'],
  },
];
