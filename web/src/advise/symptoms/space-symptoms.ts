// Symptoms of room: what disks, sizes and VACUUM say.
import { count, size } from '../../layout/format';
import { CHUNKS_A_PAGE, LATEST_FROM_18, chunksOf, toastBytes, vacuumThreshold } from './estimates';
import { YOUR_TABLE, lesson, type Symptom } from './symptom';

export const SPACE_SYMPTOMS: readonly Symptom[] = [
  {
    id: 'disk',
    sees: 'I deleted most rows, and pg_toast still takes 120 of 123 GB',
    means:
      'VACUUM makes the room of dead chunks free for new ones, and gives pages back only from the end of the file. To shrink it now, VACUUM FULL or a tool that rewrites the table in the background is needed.',
    estimate: {
      fields: [
        { label: 'Values still there', value: 100_000 },
        { label: 'Bytes of one, as stored', value: 12_000 },
        { label: 'GB of the TOAST table', value: 120 },
      ],
      says: (values, bytes, gigabytes) => {
        const live = toastBytes(values!, bytes!);
        const all = gigabytes! * 2 ** 30;
        return `They need ${size(live)}; ${size(Math.max(0, all - live))} of the file is free or dead.`;
      },
    },
    leads: [lesson('bloat', 'Bloat of TOAST'), lesson('vacuum-toast', 'VACUUM and pg_toast')],
  },
  {
    id: 'autovacuum',
    sees: 'Autovacuum runs on pg_toast at other times than on its table',
    means:
      'A TOAST table is vacuumed by itself, and its threshold counts chunks, not rows. It has settings of its own: ALTER TABLE … SET (toast.autovacuum_vacuum_scale_factor = …).',
    estimate: {
      fields: [
        { label: 'Rows', value: 1_000_000 },
        { label: 'Bytes of a value, as stored', value: 12_000 },
      ],
      says: (rows, bytes) => {
        const chunks = chunksOf(bytes!);
        const dead = Math.ceil(vacuumThreshold(rows! * chunks));
        const latest =
          dead > LATEST_FROM_18 ? `; from 18 on after ${count(LATEST_FROM_18)} at the latest` : '';
        return `By default the table is vacuumed after ${count(Math.ceil(vacuumThreshold(rows!)))} dead rows, its TOAST after ${count(dead)} dead chunks: ${count(Math.ceil(dead / chunks))} values of ${count(chunks)} chunks${latest}.`;
      },
    },
    leads: [lesson('vacuum-toast', 'VACUUM and pg_toast')],
  },
  {
    id: 'relation-size',
    sees: 'pg_relation_size says 4 GB, the disk says 50',
    means:
      'pg_relation_size counts the main fork of the one relation it is given, without its TOAST. pg_table_size adds TOAST and the maps, pg_total_relation_size the indexes as well.',
    sql: "SELECT pg_size_pretty(pg_relation_size(c.oid)) AS heap,\n       pg_size_pretty(pg_relation_size(c.reltoastrelid)) AS toast,\n       pg_size_pretty(pg_indexes_size(c.oid)) AS indexes\nFROM pg_class c WHERE c.oid = 'your_table'::regclass;",
    leads: [lesson('sizes', 'Which size counts TOAST')],
  },
  {
    id: 'lz4',
    sees: 'I set lz4 (or ran VACUUM FULL), and nothing got smaller',
    means:
      "SET COMPRESSION is for values that are made from then on; VACUUM FULL copies compressed values as they are. Only a value made anew is compressed anew: UPDATE t SET c = c || '' for text.",
    sql: 'SELECT pg_column_compression(c), count(*), pg_size_pretty(sum(pg_column_size(c)))\nFROM your_table GROUP BY 1;',
    leads: [lesson('altered', 'I altered the column, and nothing happened'), YOUR_TABLE],
  },
  {
    id: 'four-billion',
    sees: 'Inserts get slower and slower; the TOAST table has billions of values',
    means:
      'Each value out of line needs an OID that its TOAST table does not have yet, and there are 4,294,967,295 of them. Long before that a free one is searched for again and again; partitions have a TOAST table each.',
    estimate: {
      fields: [
        { label: 'Values out of line by now', value: 1_000_000_000 },
        { label: 'New ones a day', value: 5_000_000, least: 1 },
      ],
      says: (values, daily) =>
        `All are used in ${count(Math.max(0, Math.floor((2 ** 32 - 1 - values!) / daily!)))} days; ${((values! / (2 ** 32 - 1)) * 100).toFixed(1)} % are now.`,
    },
    leads: [lesson('four-billion', 'Four billion values')],
  },
  {
    id: 'rows-or-columns',
    sees: 'Does TOAST compress rows, or columns?',
    means:
      'Neither: it compresses a value of a row by itself, and only when the row is longer than 2,032 bytes. What repeats from row to row is not found; formats that keep columns together find it.',
    estimate: {
      fields: [
        { label: 'Bytes of a value, as stored', value: 12_034, least: 1 },
        { label: 'Bytes of it, as text', value: 69_368 },
      ],
      says: (stored, plain) =>
        `Compressed to ${((stored! / Math.max(1, plain!)) * 100).toFixed(0)} %, in ${count(chunksOf(stored!))} chunks on ${count(Math.ceil(chunksOf(stored!) / CHUNKS_A_PAGE))} pages or more.`,
    },
    leads: [
      lesson('threshold', 'The 2 kB threshold'),
      lesson('compression', 'pglz and lz4'),
      YOUR_TABLE,
    ],
  },
];
