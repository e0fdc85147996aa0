// "One TOAST fits all", the talk of 2022: the curse, the strategies for jsonb, appends.
import { count } from '../../layout/format';
import { duration, figures, quotient } from '../study/number-format';
import { EQUAL, numberOf, type Figure, type Means, type Study } from './figure';

export const TALK: Study = {
  title: 'One TOAST fits all (Postgres Professional, 2022)',
  figures: (means) => [...curse(means), ...strategies(means), ...appends(means)],
};

function curse({ ran: { curse, documents } }: Means): Figure[] {
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
      why: 'Other machine: how many times longer it takes is near, since the buffers are equal.',
      where,
      lab,
    },
    {
      what: 'rows on one of these pages',
      theirs: '157',
      ours: `up to ${Math.ceil(10_000 / pages)}`,
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
      what: 'its hundred documents, stored',
      theirs: '130 B to 247 kB',
      ours: `${count(documents.short)} bytes to ${count(Math.round(documents.long / 1000))} kB`,
      why: 'The longest is equal; the talk does not say how it has stored the shortest.',
      where: ['Strategies lab', 'strategies'],
    },
  ];
}

/** What the talk says of the strategies, of its figures without numbers: what they show. */
function strategies({ points }: Means): Figure[] {
  const where = ['Strategies lab', 'strategies'] as const;
  const last = (strategy: string, operation: string) =>
    points.findLast((p) => p.strategy.id === strategy && p.operation.id === operation);
  const buffers = (strategy: string, operation: string) =>
    count(last(strategy, operation)?.buffers ?? 0);
  const time = (strategy: string, operation: string) =>
    duration(last(strategy, operation)?.time ?? 0);
  const faster = (strategy: string, operation: string) =>
    `about ${count(quotient(last('whole', operation)?.time ?? 0, last(strategy, operation)?.time ?? 0))} times`;
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
      why: 'The talk shows a curve without numbers. EXPLAIN prints whole microseconds, and the cheap side takes one or two of them: such a quotient has one digit at most.',
      where,
    },
    {
      what: 'access with shared TOAST',
      theirs: 'O(1), for each key',
      ours: `${buffers('shared', 'get-key1')} buffers for key1, ${buffers('shared', 'get-key2')} for key2 as a pointer that is handed on`,
      why: 'They agree: no buffer more, however long the document is.',
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
      why: 'They agree: the last element needs the array’s JEntries.',
      where,
    },
  ];
}

function appends({ rows }: Means): Figure[] {
  const where = ['Append lab', 'append'] as const;
  const all = rows('append');
  const one = (toaster: string) =>
    all.find(
      (r) =>
        r.part === 'append' &&
        r.toaster === toaster &&
        r.old_bytes === 100_000_000 &&
        r.appended_bytes === 1,
    );
  const stream = (toaster: string, piece: number) =>
    all.find((r) => r.part === 'stream' && r.toaster === toaster && r.appended_bytes === piece);
  const [today, of2021, tail] = [one('default'), one('prototype'), one('tail')];
  return [
    {
      what: 'one byte more on 100 MB: buffers today',
      theirs: '250,923 (238,260 hit, 12,663 read)',
      ours: count(numberOf(today, 'buffers')),
      live: '250,924',
      why: 'An UPDATE fetches the old row once more since PostgreSQL 14: one buffer.',
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
      why: 'An UPDATE fetches the old row once more since PostgreSQL 14; the prototype of 2021 is older.',
      where,
    },
    {
      what: 'log with the prototype; with the proposal’s inline tail',
      theirs: '143 bytes',
      ours: `${count(numberOf(of2021, 'wal_bytes'))}; ${count(numberOf(tail, 'wal_bytes'))} bytes`,
      why: 'The talk’s slide and the prototype’s own recording differ: that has 152.',
      where,
    },
    {
      what: 'speed-up',
      theirs: '2750 times',
      ours: `about ${count(quotient(numberOf(today, 'modelled_ms'), numberOf(of2021, 'modelled_ms')))} times, modelled`,
      why: 'The study divides by 0.496 ms, the time that EXPLAIN gave for the whole statement on its machine; the model counts two microseconds of work in memory, and a time of whole microseconds carries one digit.',
      where,
    },
    {
      what: 'stream of 1,000 pieces of 1,000 bytes, log: today; appendable',
      theirs: 'a figure without numbers',
      ours: `${count(numberOf(stream('default', 1000), 'wal_bytes'))}; ${count(numberOf(stream('appendable', 1000), 'wal_bytes'))} bytes`,
      why: 'The talk shows a curve without numbers; here it is taken from a sample of the way. The prototype’s recording has 550,024,096 and 1,738,424.',
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
