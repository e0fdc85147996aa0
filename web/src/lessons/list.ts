// The lessons that come with the page, in teaching order: what the start view shows of them. A test
// holds it against the texts.

/** A lesson as the start view lists it. */
export interface Entry {
  id: string;
  title: string;
  summary: string;
  minutes: number;
}

export const LESSONS: readonly Entry[] = [
  {
    id: 'ten-minutes',
    title: 'Ten minutes to the curse',
    summary:
      'From one row that is a little too long to a query that touches many times as many pages.',
    minutes: 10,
  },
  {
    id: 'pages',
    title: 'Pages and rows',
    summary: 'What a page holds, what a row costs besides its values, and how big a row can be.',
    minutes: 6,
  },
  {
    id: 'threshold',
    title: 'The 2 kB threshold',
    summary: 'TOAST looks at the row, not at the value; one byte decides.',
    minutes: 6,
  },
  {
    id: 'pointer',
    title: 'Anatomy of a pointer',
    summary: 'What stays in the row when a value leaves it, read byte by byte.',
    minutes: 7,
  },
  {
    id: 'curse',
    title: 'The curse of TOAST',
    summary: 'Each document gets one short key more. The same query, before and after.',
    minutes: 8,
  },
  {
    id: 'select-star',
    title: 'Why is SELECT * slow?',
    summary:
      'What it costs to ask for a large column, where that cost shows, and what to write instead.',
    minutes: 7,
  },
  {
    id: 'rounds',
    title: 'Four rounds, four strategies',
    summary: 'PLAIN, MAIN, EXTENDED, EXTERNAL, and the order in which TOAST tries them.',
    minutes: 8,
  },
  {
    id: 'too-big',
    title: 'Too big, in spite of TOAST',
    summary:
      'What must fit on a page in the end, of a row with very many columns and of an index entry.',
    minutes: 7,
  },
  {
    id: 'limits',
    title: 'One gigabyte',
    summary:
      'Where a value ends, which two errors say so, and why a value can be stored that nobody can read.',
    minutes: 8,
  },
  {
    id: 'where',
    title: 'Where is my value?',
    summary:
      'In the row, squeezed, or moved out: four ways to find out, and what each of them cannot say.',
    minutes: 7,
  },
  {
    id: 'sizes',
    title: 'Which size counts TOAST',
    summary: 'Six functions that say how large something is, and what each of them leaves out.',
    minutes: 7,
  },
  {
    id: 'altered',
    title: 'I altered the column, and nothing happened',
    summary: 'SET STORAGE and SET COMPRESSION change no stored value. Which commands do?',
    minutes: 8,
  },
  {
    id: 'compression',
    title: 'pglz and lz4',
    summary:
      'Two ways to squeeze a value, what each makes of the same bytes, and what each costs to read.',
    minutes: 9,
  },
  {
    id: 'compressed-data',
    title: 'Images, vectors, archives',
    summary: 'Which storage for bytes that are compressed already, or cannot be compressed at all.',
    minutes: 7,
  },
  {
    id: 'slices',
    title: 'Slices',
    summary: 'Twenty bytes of a megabyte, read from its middle and its start, stored in four ways.',
    minutes: 8,
  },
  {
    id: 'target',
    title: 'toast_tuple_target',
    summary: 'A setting that does not do what its name suggests, and lifts the curse.',
    minutes: 6,
  },
  {
    id: 'large-text',
    title: 'Large text',
    summary: 'Bytes on disk against the length of a text. Guess the line before it is drawn.',
    minutes: 6,
  },
  {
    id: 'counting',
    title: 'What a count reads',
    summary:
      'count(*), count(body) and count(DISTINCT body), and which of them follows its pointers.',
    minutes: 6,
  },
  {
    id: 'jsonb-keys',
    title: 'Keys of a large jsonb',
    summary:
      'What it costs to read a small key from a small document, and from one of many megabytes.',
    minutes: 7,
  },
  {
    id: 'updates',
    title: 'Updates that share, updates that copy',
    summary:
      'What an UPDATE does to chunks, what becomes of the old ones, and what VACUUM gives back.',
    minutes: 8,
  },
  {
    id: 'vacuum-toast',
    title: 'VACUUM and pg_toast',
    summary:
      'One table is vacuumed and it is two; what makes autovacuum come, and how to tell it when.',
    minutes: 8,
  },
  {
    id: 'bloat',
    title: 'Bloat of TOAST',
    summary:
      'How much of a TOAST table is dead or free, how to see it, and what each way to give it back leaves.',
    minutes: 9,
  },
  {
    id: 'versions',
    title: 'Two sessions, one value',
    summary: 'Who still needs the old chunks, until when, and how one session can see both values.',
    minutes: 7,
  },
  {
    id: 'written-back',
    title: 'The program writes back what it read',
    summary:
      'An equal document that is sent again, what it costs, and how it can be kept from being stored.',
    minutes: 7,
  },
  {
    id: 'missing-chunk',
    title: 'missing chunk number 0',
    summary:
      'What the message says, how to make it without breaking anything, and how to find the row.',
    minutes: 8,
  },
  {
    id: 'four-billion',
    title: 'Four billion values',
    summary:
      "Where a value's number comes from, who else takes from there, and what happens at the end.",
    minutes: 7,
  },
  {
    id: 'wal',
    title: 'What a statement logs',
    summary: 'Before a page changes, the log says how. Counting what TOAST adds to it.',
    minutes: 6,
  },
  {
    id: 'replication',
    title: 'Unchanged TOAST in replication',
    summary: 'What the log holds of a large value that an UPDATE leaves alone, and who misses it.',
    minutes: 7,
  },
  {
    id: 'checkpoints',
    title: 'Full pages in the log',
    summary: 'One small update, before a checkpoint and after it, and why the log is not the same.',
    minutes: 4,
  },
  {
    id: 'crash',
    title: 'After a crash',
    summary: 'The server stops dead in the middle of its work. Guess what is still there.',
    minutes: 6,
  },
  {
    id: 'wal-compression',
    title: 'Compressing WAL, inside and outside',
    summary:
      'What wal_compression takes off the log, how far a method looks back, and what to archive with.',
    minutes: 8,
  },
  {
    id: 'releases',
    title: 'TOAST from 13 to 19',
    summary:
      'What each release changed for large values, what an upgrade keeps, and what to measure after it.',
    minutes: 10,
  },
  {
    id: 'appendable',
    title: 'A proposal: appending to a bytea',
    summary:
      'One byte appended to a hundred megabytes, when the server knows about appending. Two prototypes.',
    minutes: 5,
  },
  {
    id: 'bytea-stream',
    title: 'A proposal: a stream of appends',
    summary:
      'A value grows a kilobyte at a time. What each append costs, with three ways to store it.',
    minutes: 7,
  },
  {
    id: 'jsonb-toaster',
    title: 'A proposal: a jsonb by its fields',
    summary:
      'One key of a large document read and changed, when the toaster knows what a document is.',
    minutes: 6,
  },
  {
    id: 'strategies',
    title: 'A proposal: one strategy at a time',
    summary:
      'One document stored in five ways, and which key and which change gets cheaper by each.',
    minutes: 9,
  },
  {
    id: 'toaster-api',
    title: 'A proposal: the Toaster API',
    summary: 'Toasters in the catalog, on a column and in each value, and why one in use stays.',
    minutes: 5,
  },
];
