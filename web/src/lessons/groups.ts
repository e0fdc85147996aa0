// The lessons in blocks: what belongs together when one teaches. Each block has two exercises or more.

export interface Group {
  title: string;
  /** Names of lessons, in teaching order. */
  lessons: readonly string[];
}

export const GROUPS: readonly Group[] = [
  {
    title: 'What TOAST does',
    lessons: ['pages', 'threshold', 'rounds', 'too-big', 'pointer'],
  },
  {
    title: 'How it is stored',
    lessons: ['where', 'sizes', 'compression', 'altered', 'compressed-data'],
  },
  {
    title: 'What it costs to read',
    lessons: ['curse', 'select-star', 'slices', 'target', 'large-text', 'jsonb-keys'],
  },
  {
    title: 'What it costs to change',
    lessons: ['updates', 'vacuum-toast', 'versions', 'missing-chunk', 'four-billion'],
  },
  {
    title: 'The log',
    lessons: ['wal', 'replication', 'checkpoints', 'crash', 'wal-compression'],
  },
  {
    title: 'Proposals',
    lessons: ['appendable', 'bytea-stream', 'jsonb-toaster', 'strategies', 'toaster-api'],
  },
];
