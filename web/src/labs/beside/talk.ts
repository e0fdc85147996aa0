// "One TOAST fits all", the talk of 2022: the curse, the strategies for jsonb, appends.
import { limits } from '../../engine/limits';
import { count, size } from '../../layout/format';
import { shapeOf } from '../depth/nbtree';
import { STRATEGIES } from '../strategies/strategies';
import { totalsOf } from '../strategies/totals';
import { duration, figures, quotient } from '../study/number-format';
import { EQUAL, numberOf, type Figure, type FigureInput, type Study } from './figure';

export const TALK: Study = {
  title: 'One TOAST fits all (Postgres Professional, 2022)',
  figures: (input) => [
    ...curse(input),
    ...sizes(input),
    ...strategies(input),
    ...appends(input),
    ...written(input),
  ],
};

const ROWS = 10_000;
/** How many chunks each value has for which the size of the index is computed. */
const CHUNKS = 3;
const STRATEGIES_LAB = ['Strategies lab', 'strategies'] as const;
const APPEND_LAB = ['Append lab', 'append'] as const;

/** The figures of the lesson on the curse of TOAST. */
function curse({ ran: { curse, documents } }: FigureInput): Figure[] {
  const { before, after, pages } = curse;
  const where = ['lesson “The curse of TOAST”', 'lesson/curse'] as const;
  const lab = 'strategies';
  return [
    {
      what: 'the curse: buffers to read a key of 10,000 rows; after a small update',
      theirs: '2500; 30064',
      ours: `${count(before.buffers)}; ${count(after.buffers)}`,
      live: '2500; 30064',
      why: EQUAL,
      where,
      lab,
    },
    {
      what: 'its time',
      theirs: '6.1 ms; 38.7 ms (6.3 times)',
      ours: `${duration(before.ms)}; ${duration(after.ms)} (${figures(after.ms / before.ms)} times), modelled`,
      why: 'Other machine: the ratio of the two times is near the study’s, since the buffers are equal.',
      where,
      lab,
    },
    {
      what: 'rows on one of these pages',
      theirs: '157',
      ours: `up to ${Math.ceil(ROWS / pages)}`,
      why: EQUAL,
      where,
      lab,
    },
    {
      what: 'pages of the table then',
      theirs: '64',
      ours: count(pages),
      live: '64',
      why: EQUAL,
      where,
      lab,
    },
    {
      what: 'buffers that a key costs more once its document is TOASTed: index; TOAST table',
      theirs: '2; 1 (64 buffers + 3 × 10,000)',
      ours: `${(after.buffers - pages) / ROWS} in all (${count(pages)} + ${(after.buffers - pages) / ROWS} × ${count(ROWS)})`,
      why: EQUAL,
      where,
      lab,
    },
    {
      what: 'its hundred documents: in memory; stored',
      theirs: '130 B to 13 MB; 130 B to 247 kB',
      ours: `${count(documents.short)} bytes to ${figures(documents.raw / 1e6)} MB; ${count(documents.short)} bytes to ${count(Math.round(documents.long / 1000))} kB`,
      why: 'The longest is equal; the talk does not say how it stored the shortest.',
      where: STRATEGIES_LAB,
    },
    {
      what: 'elements of key2; of key4, by the comments in its statement',
      theirs: '10 to 100k; 1 to 10k',
      ours: `${documents.key2.map(count).join(' to ')}; ${documents.key4.map(count).join(' to ')}`,
      why: 'The statement is equal. Its comments give a tenth of the elements that its powers of ten make, and that 13 MB need.',
      where: STRATEGIES_LAB,
    },
  ];
}

/** The sizes that the talk mentions. */
function sizes({ points }: FigureInput): Figure[] {
  const key1 = points.filter((p) => p.strategy.id === 'whole' && p.operation.id === 'get-key1');
  const inline = Math.min(...key1.map((p) => p.buffers));
  const first = key1.find((p) => p.buffers > inline);
  const levels = [1e4, 1e7, 4e9].map((values) => shapeOf(values, CHUNKS).length);
  return [
    {
      what: 'a chunk; a pointer',
      theirs: '1,996 B; 18 bytes',
      ours: `${count(limits.toastMaxChunkSize)}; ${limits.toastPointerSize} bytes`,
      why: EQUAL,
      where: ['lesson “Anatomy of a pointer”', 'lesson/pointer'],
      lab: 'append',
    },
    {
      what: 'a page',
      theirs: '8 kB, up to 64 kB',
      ours: `${count(limits.blockSize)} bytes`,
      why: 'They agree on the usual size. A server can be built with up to 32 kB: an item’s offset on its page has 15 bits.',
      where: ['lesson “Pages and rows”', 'lesson/pages'],
      lab: 'append',
    },
    {
      what: 'index pages to read a few bytes of the first chunk',
      theirs: '3, 4 or even 5',
      ours: `${levels.join('; ')} of ten thousand, ten million and four billion values of ${CHUNKS} chunks`,
      why: 'They agree for large tables: one page for each level of the index. The curse’s own has two levels.',
      where: ['Index depth', 'depth'],
      lab: 'strategies',
    },
    {
      what: 'from which size in memory the time to reach a key grows',
      theirs: 'more than 100 kB, which is when it is TOASTed',
      ours: `${size(first?.bytes ?? 0)} is the first document here that needs more buffers`,
      why: 'They agree: below that the compressed document stays in its row. Here every tenth document was measured.',
      where: STRATEGIES_LAB,
    },
    {
      what: 'a pointer in its tuple: today’s; a custom toaster’s',
      theirs: '16 bytes, alignment 4; at least 10 bytes, alignment 2',
      ours: `${limits.toastPointerSize - 2} bytes behind a head of 2, without alignment`,
      why: 'The talk draws the structure in memory; on the page PostgreSQL does not align it. The proposal’s own pointers are as the prototypes wrote them.',
      where: ['lesson “Anatomy of a pointer”', 'lesson/pointer'],
      lab: 'append',
    },
  ];
}

/** What the figures of the talk show that print no numbers. */
function strategies({ points }: FigureInput): Figure[] {
  const where = STRATEGIES_LAB;
  const totals = totalsOf(STRATEGIES, points);
  /** The sums of a strategy. */
  const total = (id: string) => totals.find(({ strategy }) => strategy.id === id)!;
  const today = total('whole');
  /** The buffers of some strategies, summed up. */
  const aggregated = (kind: 'access' | 'update', ids: readonly string[]) =>
    ids.map((id) => `${count(total(id)[kind].buffers)} buffers`).join('; ');
  /** What was measured of the greatest document. */
  const last = (strategy: string, operation: string) =>
    points.findLast((p) => p.strategy.id === strategy && p.operation.id === operation);
  /** The buffers that a statement reads on the greatest document. */
  const buffers = (strategy: string, operation: string) =>
    count(last(strategy, operation)?.buffers ?? 0);
  /** The modelled time of a statement on the greatest document. */
  const time = (strategy: string, operation: string) =>
    duration(last(strategy, operation)?.time ?? 0);
  /** How many times faster a statement on the greatest document is than with today's storage. */
  const faster = (strategy: string, operation: string) =>
    `${figures(quotient(last('whole', operation)?.time ?? 0, last(strategy, operation)?.time ?? 0))} times`;
  /** The bytes of log that a statement on the greatest document writes. */
  const wal = (strategy: string, operation: string) =>
    count(last(strategy, operation)?.walBytes ?? 0);
  return [
    {
      what: 'access of key1 in 13 MB today: time, whatever the key',
      theirs: 'linear with size',
      ours: `${time('whole', 'get-key1')} and ${buffers('whole', 'get-key1')} buffers, modelled`,
      why: 'The talk shows a curve without numbers; the order of the strategies is the same.',
      where,
    },
    {
      what: 'relative speed-up in 13 MB, key1: partial decompression; sorted; inline; shared',
      theirs: 'a figure without numbers',
      ours: `${['decompress', 'sorted', 'inline', 'shared'].map((s) => faster(s, 'get-key1')).join('; ')}, modelled`,
      why: 'The talk shows a curve without numbers, and here both times are the model’s, to the nanosecond; the order of the strategies is the same.',
      where,
    },
    {
      what: 'access with shared TOAST',
      theirs: 'O(1), for each key',
      ours: `${buffers('shared', 'get-key1')} buffers for key1, ${buffers('shared', 'get-key2')} for key2 as a pointer that is handed on`,
      why: 'They agree: it reads no more buffers, however long the document is.',
      where,
    },
    {
      what: 'JSONB aggregated statistics, reads: today; inline; shared; all of it',
      theirs: 'a figure without numbers',
      ours: `${aggregated('access', ['whole', 'inline', 'shared', 'arrays'])}`,
      why: 'The talk shows bars without numbers; the order is the same. The lab’s totals have each strategy’s buffers, log and time.',
      where,
    },
    {
      what: 'JSONB aggregated statistics, updates: today; shared; in place',
      theirs: 'a figure without numbers',
      ours: `${aggregated('update', ['whole', 'shared', 'inplace'])}; log ${size(today.update.walBytes)}; ${size(total('shared').update.walBytes)}; ${size(total('inplace').update.walBytes)}`,
      why: 'The talk shows bars without numbers; the order is the same.',
      where,
    },
    {
      what: 'Jsonb Toaster needs more work: the toaster; the patched server',
      theirs: 'a figure without numbers: the toaster behind the patched server',
      ours: `${aggregated('access', ['shared', 'arrays'])} to read by shared TOAST and with arrays by element`,
      why: 'No text gives numbers for it. Here toaster and patched server are one: you switch each strategy on by itself, as in the prototypes’ recordings.',
      where,
    },
    {
      what: 'update in 13 MB, time: today; in place, first element; last element',
      theirs: 'a figure without numbers: first elements fast, last ones slower',
      ours: `${time('whole', 'set-key2,0')}; ${time('inplace', 'set-key2,0')}; ${time('inplace', 'set-key2,-1')}, modelled`,
      why: 'They agree: to find the last element, the server reads the array’s JEntries.',
      where,
    },
    {
      what: 'log of an update in 13 MB: today; in place, first element; last element',
      theirs: 'all of it; almost independent of the position',
      ours: `${['whole', 'inplace'].map((s) => wal(s, 'set-key2,0')).join('; ')}; ${wal('inplace', 'set-key2,-1')} bytes`,
      why: 'They agree: the log does not grow with the document.',
      where,
    },
    {
      what: 'buffers of an update in place in 13 MB: first element; last element',
      theirs: 'none more; the whole array of JEntries',
      ours: `${buffers('inplace', 'set-key2,0')}; ${buffers('inplace', 'set-key2,-1')}`,
      why: 'They agree: to find the last element, the server reads the array’s JEntries.',
      where,
    },
  ];
}

/** The figures of appending to bytea. */
function appends({ rows, ran: { append: ran } }: FigureInput): Figure[] {
  const where = APPEND_LAB;
  const all = rows('append');
  /** The row of one append to a value of this length. */
  const appendRow = (toaster: string, old = 100_000_000) =>
    all.find(
      (r) =>
        r.part === 'append' &&
        r.toaster === toaster &&
        r.old_bytes === old &&
        r.appended_bytes === 1,
    );
  /** The row of a stream of pieces. */
  const stream = (toaster: string, piece: number) =>
    all.find((r) => r.part === 'stream' && r.toaster === toaster && r.appended_bytes === piece);
  /** A number at one megabyte and at a hundred. */
  const atBothLengths = (toaster: string, field: string, said: (n: number) => string) =>
    [1_000_000, 100_000_000]
      .map((old) => said(numberOf(appendRow(toaster, old), field)))
      .join(' and ');
  const [today, of2021, tail] = [appendRow('default'), appendRow('prototype'), appendRow('tail')];
  return [
    {
      what: 'one byte more on 100 MB: buffers today',
      theirs: '250,923 (238,260 hit, 12,663 read)',
      ours: count(numberOf(today, 'buffers')),
      live: '250,924',
      why: 'Since PostgreSQL 14 an UPDATE fetches the old row once more: one buffer.',
      where,
    },
    {
      what: 'its scan alone',
      theirs: '12,665 hit',
      ours: `${count(ran.today.scan)} hit`,
      live: '12,665 hit',
      why: 'They are equal: the old value is fetched once.',
      where,
    },
    {
      what: 'the scan alone, of a value that can be appended to',
      theirs: '1 hit',
      ours: `${count(ran.toaster.scan)} hit`,
      why: 'They are equal: the value is not fetched.',
      where,
    },
    {
      what: 'planning times beside its four EXPLAINs',
      theirs: '0.050; 0.105; 0.127; 0.727 ms',
      ours: 'not here',
      why: 'Not modelled: planning does not depend on TOAST; the study’s times are those of its machine.',
      where,
    },
    {
      what: 'buffers that it dirtied; wrote',
      theirs: '25,189; 33,840',
      ours: `${count(ran.today.dirtied)}; ${count(ran.today.written)}`,
      live: '12,663; 12,662',
      why: 'Other settings: the study’s server had fewer buffers than the value has pages, so it wrote dirty pages to read others. How many pages the statement dirtied depends on how many were written since the INSERT.',
      where,
    },
    {
      what: 'the table, before and after: today',
      theirs: '100 MB; 200 MB',
      ours: `${size(ran.today.before)}; ${size(ran.today.after)}`,
      live: '99 MB; 297 MB after two such updates',
      why: 'They agree: the old value stays until VACUUM. pg_size_pretty counts a MB as 1,048,576 bytes.',
      where,
    },
    {
      what: 'the table, before and after: with the toaster for bytea',
      theirs: '100 MB; 100 MB',
      ours: `${size(ran.toaster.before)}; ${size(ran.toaster.after)}`,
      why: 'They agree: the new version of the row shares the chunks that exist.',
      where,
    },
    {
      what: 'its log today',
      theirs: '100 MB',
      ours: `${count(numberOf(today, 'wal_bytes'))} bytes`,
      live: '109,372,939 bytes',
      why: 'The study rounds; the 9 % above the value are the headers of chunks, of records and of index entries.',
      where,
    },
    {
      what: 'its time today',
      theirs: '1383 ms',
      ours: `${duration(numberOf(today, 'modelled_ms'))}, modelled`,
      live: '3,479 ms',
      why: 'Other machine: the study’s server read 12,663 and wrote 33,840 buffers; here all pages are in memory, and the time is modelled.',
      where,
    },
    {
      what: 'buffers with the prototype; with the proposal’s inline tail',
      theirs: '2',
      ours: `${count(numberOf(of2021, 'buffers'))}; ${count(numberOf(tail, 'buffers'))}`,
      why: 'Since PostgreSQL 14 an UPDATE fetches the old row once more; the prototype of 2021 is built on an older version.',
      where,
    },
    {
      what: 'log with the prototype; with the proposal’s inline tail',
      theirs: '143 bytes',
      ours: `${count(numberOf(of2021, 'wal_bytes'))}; ${count(numberOf(tail, 'wal_bytes'))} bytes`,
      why: 'The talk’s slide and the prototype’s own recording differ: the recording has 152.',
      where,
    },
    {
      what: 'speed-up',
      theirs: '2750 times',
      ours: `${count(quotient(numberOf(today, 'modelled_ms'), numberOf(of2021, 'modelled_ms')))} times, modelled`,
      why: 'The study divides by 0.496 ms, the time that EXPLAIN gave for the whole statement on its machine; the model counts some microseconds of work in memory.',
      where,
    },
    {
      what: 'what stays inline: data that was appended; short keys of a document',
      theirs: 'up to 2 KB; less than 2 KB',
      ours: `a row of up to ${count(limits.toastTupleThreshold)} bytes`,
      why: 'They agree: TOAST begins when a row is longer than this.',
      where,
    },
    {
      what: 'results, query execution time: today grows with old and new; the toaster’s with what is appended',
      theirs: 'a figure without numbers',
      ours: `1 MB and 100 MB, one byte more: ${atBothLengths('default', 'modelled_ms', duration)} today; ${atBothLengths('tail', 'modelled_ms', duration)} with an inline tail, modelled`,
      why: 'They agree: only today’s time depends on the length of the stored value.',
      where,
    },
    {
      what: 'results, log: old and new; inline, old and new',
      theirs: 'a figure without numbers',
      ours: `1 MB and 100 MB, one byte more: ${atBothLengths('default', 'wal_bytes', size)} today; ${atBothLengths('tail', 'wal_bytes', size)} with an inline tail`,
      why: 'They agree: only today’s log depends on the length of the stored value.',
      where,
    },
    {
      what: 'stream of pieces of 100 bytes, time: today; inline tail',
      theirs: 'a figure without numbers',
      ours: `${['default', 'tail'].map((t) => duration(numberOf(stream(t, 100), 'modelled_ms'))).join('; ')}, modelled`,
      why: 'The talk shows a curve without numbers; here only some of the appends were measured, and the rest calculated from them.',
      where,
    },
    {
      what: 'stream of 1,000 pieces of 1,000 bytes, log: today; appendable',
      theirs: 'a figure without numbers',
      ours: `${count(numberOf(stream('default', 1000), 'wal_bytes'))}; ${count(numberOf(stream('appendable', 1000), 'wal_bytes'))} bytes`,
      why: 'The talk shows a curve without numbers; here only some of the appends were measured, and the rest calculated from them. The prototype’s recording has 550,024,096 and 1,738,424.',
      where,
    },
    {
      what: 'stream of pieces of 100 bytes, MB per second: today; inline tail',
      theirs: 'a figure without numbers',
      ours: `${figures(numberOf(stream('default', 100), 'mb_per_s'))}; ${figures(numberOf(stream('tail', 100), 'mb_per_s'))}, modelled`,
      why: 'The talk shows a curve without numbers.',
      where,
    },
  ];
}

/** The figure “Bytea Fetch and Insert”: a value is written, and all of it is read. */
function written({ rows }: FigureInput): Figure[] {
  /** The row of a value of ten megabytes. */
  const row = (way: string, doing: string) =>
    rows('append').find(
      (r) => r.part === 'whole' && r.toaster === way && r.doing === doing && r.old_bytes === 1e7,
    );
  /** The times of all ways in words. */
  const said = (doing: string) =>
    ['external', 'pglz', 'lz4', 'bytea_toaster']
      .map((way) => duration(numberOf(row(way, doing), 'modelled_ms')))
      .join('; ');
  return ['insert', 'fetch'].map((doing) => ({
    what: `Bytea Fetch and Insert: ${doing} of 10 MB, EXTERNAL; pglz; lz4; the toaster for bytea`,
    theirs: 'a figure without numbers',
    ours: `${said(doing)}, modelled`,
    why: 'The talk draws how a value is fetched and inserted, without numbers. Until something is appended, the toaster for bytea does what EXTERNAL does.',
    where: APPEND_LAB,
  }));
}
