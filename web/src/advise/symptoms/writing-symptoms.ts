// Symptoms of writing, and errors.
import { limits } from '../../engine/limits';
import { count, plural } from '../../layout/format';
import { LARGEST_ENTRY, LARGEST_ROW, chunksOf } from './estimates';
import { YOUR_TABLE, lesson, type Symptom } from './symptom';

export const WRITING_SYMPTOMS: readonly Symptom[] = [
  {
    id: 'upsert',
    sees: 'An upsert with the same value writes all its chunks again',
    means:
      'The new value comes from the statement, and PostgreSQL does not compare it with the stored one: it is compressed, cut and logged anew. Add WHERE t.c IS DISTINCT FROM EXCLUDED.c.',
    estimate: {
      fields: [{ label: 'Bytes of the value, as stored', value: 250_000 }],
      says: (bytes) => `${plural(chunksOf(bytes!), 'chunk')} written, and as many dead, each time.`,
    },
    leads: [lesson('written-back', 'The program writes back what it read')],
  },
  {
    id: 'one-key',
    sees: 'One changed key of a jsonb rewrites the whole document',
    means:
      'A document is one value: changed at any place, it is a new one, with chunks and log of its own. Keep what changes often in a column beside it.',
    estimate: {
      fields: [{ label: 'Bytes of the document, as stored', value: 100_000 }],
      says: (bytes) =>
        `${plural(chunksOf(bytes!), 'new chunk')} and ${plural(chunksOf(bytes!), 'dead one')} for each change, and more than ${count(bytes!)} bytes of log.`,
    },
    leads: [lesson('updates', 'Updates that share, updates that copy'), YOUR_TABLE],
  },
  {
    id: 'update-other',
    sees: 'Does an UPDATE of b copy the large a beside it?',
    means:
      'No: when a is out of line and is not in the SET list, the new row gets the same pointer. A value in the row is copied with it.',
    estimate: {
      fields: [{ label: 'Bytes of a', value: 100_000 }],
      says: () => `${count(limits.toastPointerSize)} bytes are copied: the pointer.`,
    },
    leads: [lesson('updates', 'Updates that share, updates that copy')],
  },
  {
    id: 'replication',
    sees: 'A replicated change lacks the large column, or has “unchanged TOAST” in it',
    means:
      'An UPDATE that leaves a value out of line alone does not log it, so a decoder has none to send. Keep the last one at the receiver, or pay for REPLICA IDENTITY FULL.',
    leads: [lesson('replication', 'Unchanged TOAST in replication')],
  },
  {
    id: 'missing-chunk',
    sees: 'ERROR: missing chunk number 0 for toast value … in pg_toast_…',
    means:
      'A pointer leads to a value that is not there: a damaged file or index, a broken copy, or a reader that sees dead versions. REINDEX the TOAST table first; then find the row by halves.',
    sql: "REINDEX TABLE pg_toast.pg_toast_16384;\nDO $$ DECLARE r record; BEGIN\n  FOR r IN SELECT ctid FROM your_table LOOP\n    BEGIN PERFORM md5(t::text) FROM your_table t WHERE t.ctid = r.ctid;\n    EXCEPTION WHEN OTHERS THEN RAISE NOTICE '%: %', r.ctid, SQLERRM; END;\n  END LOOP;\nEND $$;",
    leads: [lesson('missing-chunk', 'missing chunk number 0')],
  },
  {
    id: 'row-too-big',
    sees: 'ERROR: row is too big: size …, maximum size 8160',
    means:
      'TOAST moves values out, and a pointer stays in the row for each: a row of many columns is too long by pointers alone. Fixed-length columns cannot be moved at all.',
    estimate: {
      fields: [{ label: 'Columns out of line', value: 1000 }],
      says: (columns) => {
        const bytes = columns! * limits.toastPointerSize;
        return `Their pointers take ${count(bytes)} bytes of ${count(LARGEST_ROW)}: ${bytes > LARGEST_ROW ? `too many, ${count(Math.floor(LARGEST_ROW / limits.toastPointerSize))} would fit, without the row’s header` : 'they fit'}.`;
      },
    },
    leads: [lesson('too-big', 'Too big, in spite of TOAST')],
  },
  {
    id: 'index-row',
    sees: 'ERROR: index row size … exceeds btree version 4 maximum 2704',
    means:
      'An index has no TOAST: a value longer than a third of a page, compressed if it can be, does not fit. Index a hash of it, an expression that is shorter, or use GIN for words and keys.',
    estimate: {
      fields: [{ label: 'Bytes of the value, as the index would store it', value: 3200 }],
      says: (bytes) =>
        bytes! + 8 > LARGEST_ENTRY
          ? `With its header it takes ${count(bytes! + 8)} bytes or more: refused.`
          : 'It fits.',
    },
    leads: [lesson('too-big', 'Too big, in spite of TOAST'), YOUR_TABLE],
  },
];
