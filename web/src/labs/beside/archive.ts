// "Postgres WAL files: best compression methods", 2017: what programs make of a file of the log.
import { percent, size } from '../../layout/format';
import type { Study } from './figure';

const LAB = ['Archive lab', 'archive'] as const;
/** The study's files have 16 MB; a program's level, and the megabytes that it makes of one. */
const TABLES: readonly [string, number, number][] = [
  ['gzip', 1, 4.927],
  ['gzip', 6, 4.25],
  ['gzip', 9, 4.227],
  ['bzip2', 1, 3.817],
  ['bzip2', 9, 3.541],
  ['xz', 1, 3.174],
  ['xz', 2, 3.066],
  ['xz', 3, 2.711],
  ['7z', 1, 3.182],
  ['7z', 5, 2.62],
];
const MB = 16;

/** Programs and levels that the study's first segment is compressed by. */
export const PROGRAMS = TABLES.map(([method, level]) => ({ method, level }));

const OTHER =
  'Other data: a busy server’s log there, pgbench’s on a small table here, whose pages come back sooner and compress better.';

export const ARCHIVE: Study = {
  title: 'Postgres WAL files: best compression methods (2017)',
  figures: ({ ran: { archive } }) => [
    ...TABLES.map(([method, level, megabytes]) => ({
      what: `Tables 1 and 2: ${method}${method === '7z' ? 'a -mx=' : ' -'}${level}, of the log`,
      theirs: percent(megabytes / MB),
      ours: percent((archive.packed[`${method}-${level}`] ?? 0) / archive.segment),
      why: OTHER,
      where: LAB,
    })),
    {
      what: 'Tables 1 and 2: the other levels, and lrzip',
      theirs: 'a size for each of nine levels; lrzip 5.7 to 2.5 MB',
      ours: 'each level of gzip, bzip2, xz and 7z can be run',
      why: 'The list above has a few levels of each, to stay short; lrzip was not built for the browser.',
      where: LAB,
    },
    {
      what: 'Table 3: sizes by pigz, lbzip2 and pxz',
      theirs: 'as by gzip, bzip2 and xz, up to 3 % more or less',
      ours: 'as by gzip, bzip2 and xz',
      why: 'They do the same on several cores; only the time is another.',
      where: LAB,
    },
    {
      what: 'a reader’s comment: bzip2 -9; xz -2, of 16 MiB',
      theirs: '4.5 MiB (28 %); 3.6 MiB (22 %)',
      ours: ['bzip2-9', 'xz-2']
        .map((one) => percent((archive.packed[one] ?? 0) / archive.segment))
        .join('; '),
      why: OTHER,
      where: LAB,
    },
    {
      what: 'Tables 1 to 3: times, and programs that use all cores',
      theirs: '0.051 s (pigz -1) to 33 s (lrzip)',
      ours: 'measured when the page is made, and in the browser of whoever asks',
      why: 'Other machine, and WebAssembly instead of the programs; lrzip is not there.',
      where: LAB,
    },
    {
      what: 'Table 4: wal_compression, of the log without',
      theirs: `${percent(81 / 208.1)} (208.1 MB to 81.0 MB)`,
      ours: `${percent(archive.inside / archive.plain)} (${size(archive.plain)} to ${size(archive.inside)})`,
      why: 'Other transactions, and other pages in the log.',
      where: ['lesson “Compressing WAL, inside and outside”', 'lesson/wal-compression'],
      lab: 'archive',
    },
    {
      what: 'Table 4: xz -2 alone; over wal_compression',
      theirs: '8.6 MB; 9.4 MB: alone is smaller',
      ours: `${size(archive.xz.plain)}; ${size(archive.xz.inside)}`,
      why: 'A shorter log, and the same order: alone is smaller.',
      where: LAB,
    },
  ],
};
