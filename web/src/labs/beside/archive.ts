// "Postgres WAL files: best compression methods", 2017: what programs make of a file of the log.
import { percent, size } from '../../layout/format';
import type { StudyRuns, Study } from './figure';

const LAB = ['Archive lab', 'archive'] as const;
/** What a program makes of a file of the log at each level, in MB; the study's files have 16. */
interface Program {
  method: string;
  /** As the study calls it, before the level. */
  said: string;
  /** From level 1 on. */
  megabytes: readonly number[];
}
const PROGRAMS: readonly Program[] = [
  {
    method: 'gzip',
    said: 'gzip -',
    megabytes: [4.927, 4.777, 4.667, 4.486, 4.318, 4.25, 4.235, 4.228, 4.227],
  },
  {
    method: 'bzip2',
    said: 'bzip2 -',
    megabytes: [3.817, 3.688, 3.638, 3.592, 3.587, 3.566, 3.559, 3.557, 3.541],
  },
  {
    method: 'xz',
    said: 'xz -',
    megabytes: [3.174, 3.066, 2.711, 2.682, 2.666, 2.608, 2.592, 2.596, 2.597],
  },
  {
    method: '7z',
    said: '7za -mx=',
    megabytes: [3.182, 3.116, 3.059, 3.001, 2.62, 2.629, 2.591, 2.59, 2.599],
  },
];
const MB = 16;
/** What a reader of the study has of xz, level by level, in MiB. */
const READER = [3.8, 3.6, 3.2, 3.1, 3.1, 3.0, 3.0, 3.0, 3.0];

/** The programs and levels whose results the study gives for its first segment. */
export const LEVELS = PROGRAMS.flatMap(({ method, megabytes }) =>
  megabytes.map((_, i) => ({ method, level: i + 1 })),
);

const OTHER =
  'Other data: a busy server’s log there, pgbench’s on a small table here, whose pages come back sooner and compress better.';

/** Shares as percents, with one sign at the end. */
const percents = (parts: readonly number[]) =>
  `${parts.map((part) => percent(part).replace(' %', '')).join(', ')} %`;

/** What a program leaves of the log, level by level. */
const levelsOf = ({ packed, segment }: StudyRuns['archive'], method: string) =>
  LEVELS.filter((one) => one.method === method).map(
    ({ level }) => (packed[`${method}-${level}`] ?? 0) / segment,
  );

export const ARCHIVE: Study = {
  title: 'Postgres WAL files: best compression methods (2017)',
  figures: ({ ran: { archive } }) => [
    ...PROGRAMS.map(({ method, said, megabytes }) => ({
      what: `Tables 1 and 2: ${said}1 to ${said}${megabytes.length}, of the log`,
      theirs: percents(megabytes.map((size) => size / MB)),
      ours: percents(levelsOf(archive, method)),
      why: OTHER,
      where: LAB,
    })),
    {
      what: 'Table 2: lrzip, by -l; by -z',
      theirs: '5.712 to 5.463 MB; 3.353 to 2.482 MB',
      ours: 'not here',
      why: 'Not there: lrzip was not built for the browser. The study does not compare its speed either.',
      where: LAB,
    },
    {
      what: 'Table 3: sizes by pigz, lbzip2 and pxz',
      theirs: 'as by gzip, bzip2 and xz, up to 3 % more or less',
      ours: 'as by gzip, bzip2 and xz',
      why: 'They compress in the same way on several cores; only the time differs.',
      where: LAB,
    },
    {
      what: 'a reader’s comment: bzip2 -9, of 16 MiB',
      theirs: `4.5 MiB (${percent(4.5 / MB)})`,
      ours: percent(levelsOf(archive, 'bzip2').at(-1) ?? 0),
      why: OTHER,
      where: LAB,
    },
    {
      what: 'a reader’s comment: xz -1 to -9, of 16 MiB',
      theirs: percents(READER.map((size) => size / MB)),
      ours: percents(levelsOf(archive, 'xz')),
      why: OTHER,
      where: LAB,
    },
    {
      what: 'a reader’s comment: files and their sizes, two databases on five days each',
      theirs: '16 to 18 GB, then 7.8; 3.2 to 4.5 GB, then 1.5',
      ours: 'not here',
      why: 'Not here: only the two servers of the comment have these files.',
      where: LAB,
    },
    {
      what: 'bzip2 -4 under time -verbose: user and system time; resident memory',
      theirs: '1.65 and 0.01 s; 3,612 kB',
      ours: `time measured when the page is built; ${size(archive.memory)} beside the file`,
      why: 'Other program: a Rust library in WebAssembly, which holds its result in memory; the study’s program reads and writes piece by piece.',
      where: LAB,
    },
    {
      what: 'Tables 1 to 3: times, and programs that use all cores',
      theirs: '0.051 s (pigz -1) to 33 s (lrzip)',
      ours: 'measured when the page is built, and in your browser if you ask for it',
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
