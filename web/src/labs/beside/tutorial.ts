// "LZ4 compression for TOAST tables", a tutorial of 2024: two tables of a thousand values of a million letters.
import { count, size } from '../../layout/format';
import { duration } from '../study/number-format';
import { EQUAL, type Study } from './figure';

const where = ['lesson “pglz and lz4”', 'lesson/compression'] as const;
const lab = 'compression';

export const TUTORIAL: Study = {
  title: 'LZ4 compression for TOAST tables (a tutorial, 2024)',
  figures: ({ ran: { tutorial, toasts } }) => {
    const { pglz, lz4 } = tutorial;
    return [
      {
        what: 'the TOAST relations of its two tables: object identifier and name',
        theirs: '16387 pg_toast_16384; 16392 pg_toast_16389',
        ours: toasts.join('; '),
        why: EQUAL,
        where,
        lab,
      },
      {
        what: 'TOAST relation of 1,000 values of a million letters, pglz; lz4',
        theirs: '12 MB; 4000 kB',
        ours: `${size(pglz.bytes)}; ${size(lz4.bytes)}`,
        live: '12 MB; 4000 kB',
        why: EQUAL,
        where,
        lab,
      },
      {
        what: 'its chunks, pglz; lz4',
        theirs: '6000; 2000',
        ours: `${count(pglz.chunks)}; ${count(lz4.chunks)}`,
        live: '6000; 2000',
        why: EQUAL,
        where,
        lab,
      },
      {
        what: 'the INSERT, pglz; lz4',
        theirs: '10.9 s; 0.28 s (39 times)',
        ours: `${duration(pglz.ms)}; ${duration(lz4.ms)} (${Math.round(pglz.ms / lz4.ms)} times), modelled`,
        live: '15.7 s; 0.318 s (49 times)',
        why: 'The model prices pglz by the byte, as for usual data. A real server takes much longer for letters that are all equal: on the study’s machine, and on the machine of the column “PostgreSQL 15”. Sizes are equal.',
        where,
        lab,
      },
    ];
  },
};
