// Symptoms of reading: queries that are slower than they look.
import { limits } from '../../engine/limits';
import { count, plural, size } from '../../layout/format';
import { chunksOf, realsBytes, workersFor } from './estimates';
import { YOUR_TABLE, lesson, type Symptom } from './symptom';

export const READING_SYMPTOMS: readonly Symptom[] = [
  {
    id: 'vectors',
    sees: 'Vectors: PLAIN, MAIN, EXTERNAL, or another target?',
    means:
      'Numbers of a vector hardly compress, so EXTENDED tries in vain and moves them out; then each distance fetches chunks. In the row (MAIN and a greater toast_tuple_target) a scan by distance is one read, and a scan without vectors has more pages.',
    estimate: {
      fields: [{ label: 'Numbers in a vector', value: 768 }],
      says: (numbers) => {
        const bytes = realsBytes(numbers!);
        const out = bytes > limits.toastTupleThreshold - 32;
        return `A real[] of ${count(numbers!)} takes ${count(bytes)} bytes: ${out ? `too long for a row of ${count(limits.toastTupleThreshold)}, it is moved out into ${plural(chunksOf(bytes), 'chunk')}` : 'it stays in the row'}.`;
      },
    },
    leads: [
      lesson('compressed-data', 'Images, vectors, archives'),
      lesson('target', 'toast_tuple_target'),
      YOUR_TABLE,
    ],
  },
  {
    id: 'parallel',
    sees: 'A scan of a huge table gets no parallel workers',
    means:
      'The planner counts the pages of the heap, and TOAST’s pages are none of them. A table of a few MB with GB of TOAST looks small; ALTER TABLE … SET (parallel_workers = n) says otherwise.',
    estimate: {
      fields: [{ label: 'MB of the heap, without TOAST', value: 12 }],
      says: (megabytes) =>
        `By default a scan of it gets ${plural(workersFor(megabytes! * 2 ** 20), 'worker')}.`,
    },
    leads: [lesson('counting', 'What a count reads')],
  },
  {
    id: 'keys',
    sees: 'Eight keys of one jsonb in a SELECT take eight times as long',
    means:
      'Each expression fetches and unpacks the whole document again. Take it apart once (jsonb_to_record), or keep often read keys in columns that are generated.',
    estimate: {
      fields: [
        { label: 'Bytes of the document, as stored', value: 12_034 },
        { label: 'Keys in the SELECT', value: 8 },
      ],
      says: (bytes, keys) =>
        `${count(chunksOf(bytes!) * keys!)} chunks are read for a row; once would be ${count(chunksOf(bytes!))}.`,
    },
    leads: [lesson('jsonb-keys', 'Keys of a large jsonb'), YOUR_TABLE],
  },
  {
    id: 'filter',
    sees: 'A filter on a key of a large jsonb reads ten times as many buffers as there are rows',
    means:
      'To look at one key, the document of each row is fetched from TOAST through its index. An index on the expression, or a column generated of it, is read instead.',
    estimate: {
      fields: [
        { label: 'Buffers: hit', value: 55_307 },
        { label: 'Buffers: read', value: 28_617 },
        { label: 'Rows', value: 5114, least: 1 },
      ],
      says: (hit, read, rows) =>
        `${((hit! + read!) / rows!).toFixed(1)} buffers a row, ${size((hit! + read!) * limits.blockSize)} in all.`,
    },
    leads: [lesson('curse', 'The curse of TOAST'), lesson('jsonb-keys', 'Keys of a large jsonb')],
  },
  {
    id: 'select-star',
    sees: 'A list page is slow though it shows titles only',
    means:
      'SELECT * fetches each wide value to send it, even if nobody looks at it. Name the columns that are shown: what is not named is not fetched.',
    leads: [lesson('select-star', 'Why is SELECT * slow?'), YOUR_TABLE],
  },
  {
    id: 'geometries',
    sees: 'Queries on large geometries spend their time decompressing',
    means:
      'Each call on a compressed value unpacks all of it; EXTERNAL skips that and takes more room. Smaller pieces (ST_Subdivide) make both the fetch and the test shorter.',
    leads: [lesson('slices', 'Slices'), lesson('large-text', 'Large text'), YOUR_TABLE],
  },
  {
    id: 'json-or-text',
    sees: 'A document is only stored and sent: jsonb, json or text?',
    means:
      'jsonb is parsed once and larger or smaller by its shape; json and text are kept as written. If no key is ever read in SQL, text saves the parsing, and which is smaller your own documents say.',
    leads: [lesson('jsonb-keys', 'Keys of a large jsonb'), YOUR_TABLE],
  },
];
