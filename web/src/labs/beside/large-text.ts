// "Large Text in PostgreSQL: Performance and Storage", 2020: bytes per row, loading, substrings.
import { count, percent, size } from '../../layout/format';
import { duration, figures } from '../study/number-format';
import { EQUAL, numberOf, type Study } from './figure';

const LAB = ['Large text lab', 'text'] as const;
const CLIENTS = ['Clients lab', 'clients'] as const;
const CLIENTS_AT_ONCE = 20;
const MILLION = 1_000_000;
/** `base_length`, and what the study's table has: bytes per row, least, average and greatest length. */
const TABLE: readonly [number, number, number, number, number][] = [
  [0, 468.58, 32, 413.06, 800],
  [10, 808.55, 352, 739.91, 1120],
  [35, 1679.36, 1152, 1535.56, 1920],
  [45, 1386.91, 1472, 1857.41, 2240],
  [65, 119.6, 2112, 2495.78, 2880],
];

export const LARGE_TEXT: Study = {
  title: 'Large Text in PostgreSQL: Performance and Storage (2020)',
  figures: ({ rows, ran: { compressed } }) => {
    const sampled = rows('text');
    const loaded = rows('whole');
    /** The last row of a whole load under a setting, which has the sums. */
    const wholeLoad = (setting: string) =>
      loaded.findLast((r) => r.part === 'whole' && r.setting === setting);
    /** The row of a setting and a length. */
    const rowOf = (setting: string, base: number) =>
      sampled.find((r) => r.part !== 'aggregate' && r.setting === setting && r.base === base);
    const [extended, external] = [rowOf('EXTENDED', 500), rowOf('EXTERNAL', 500)];
    /** How long a million rows take to load. */
    const load = (base: number) => duration(numberOf(rowOf('EXTENDED', base), 'load_ms') * MILLION);
    /** How long an insert takes. */
    const insert = (setting: string, base: number) =>
      duration(numberOf(rowOf(setting, base), 'insert_ms'));
    /** How many texts of this length are inserted a second. */
    const insertsPerSecond = (letters: number) =>
      numberOf(
        rows('methods').find(
          (r) =>
            r.doing === 'insert' &&
            r.method === 'pglz' &&
            r.clients === CLIENTS_AT_ONCE &&
            r.letters === letters,
        ),
        'tps',
      );
    /** `insertsPerSecond`, in words. */
    const insertsInWords = (letters: number) => count(Math.round(insertsPerSecond(letters)));
    /** By how many per cent a row takes more or less than its text, in words. */
    const againstText = (base: number) => {
      const row = rowOf('EXTENDED', base);
      const more = numberOf(row, 'bytes_per_row') / numberOf(row, 'len_avg') - 1;
      return `${percent(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`;
    };
    const sample = `from a sample of ${count(numberOf(extended, 'rows'))} rows`;
    return [
      ...TABLE.map(([base, bytes, least, mean, most]) => {
        const own = rowOf('EXTENDED', base);
        return {
          what: `base length ${base}: bytes per row (lengths: least, average, greatest)`,
          theirs: `${bytes} (${least}, ${mean}, ${most})`,
          ours: `${count(numberOf(own, 'bytes_per_row'))} (${own?.len_min}, ${own?.len_avg}, ${own?.len_max})`,
          ...(base === 65 ? { live: '118.8, the same rows' } : {}),
          why: 'Other random texts of the same lengths: the study used another seed.',
          where: LAB,
        };
      }),
      {
        what: 'bytes per row beside the average length, base length 35; 45; 65',
        theirs: 'about 9 % more; 25 % less; 95 % less',
        ours: [35, 45, 65].map(againstText).join('; '),
        why: 'They agree: other random texts of the same lengths.',
        where: LAB,
      },
      {
        what: 'texts that are compressed, base length 35; 40; 45; 65',
        theirs: 'none; the longest; less than half; all',
        ours: [35, 40, 45, 65].map((base) => percent(compressed[base] ?? 0)).join('; '),
        why: 'They agree: the threshold is the server’s.',
        where: LAB,
      },
      {
        what: 'base length 500: bytes per row, EXTENDED; EXTERNAL',
        theirs: '276.57; 17,164.76',
        ours: `${extended?.bytes_per_row}; ${count(numberOf(external, 'bytes_per_row'))}`,
        live: 'the same rows: EXTERNAL 17,174.5',
        why: 'Other random texts: the average length is a little greater here.',
        where: LAB,
      },
      {
        what: 'a million such rows, EXTENDED; EXTERNAL',
        theirs: '264 MB; 16 GB',
        ours: `${size(numberOf(wholeLoad('EXTENDED'), 'table_bytes'))}; ${size(numberOf(wholeLoad('EXTERNAL'), 'table_bytes'))}`,
        live: '276,660,224 and 17,165,139,968 bytes, ours to the byte',
        why: EQUAL,
        where: ['Sixteen gigabytes', 'whole'],
      },
      {
        what: 'what compression saves of them on disk',
        theirs: 'upwards of 98 %',
        ours: percent(
          1 - numberOf(extended, 'bytes_per_row') / numberOf(external, 'bytes_per_row'),
        ),
        why: 'They agree. No real text compresses so well: each of these repeats 32 letters.',
        where: LAB,
      },
      {
        what: 'loading a million rows, base length 0; 35; 65',
        theirs: '8 s; 19 s; 20 to 35 s',
        ours: `${load(0)}; ${load(35)}; ${load(65)}, modelled`,
        why: `Other method and machine: the study’s own tool loads over a connection; here the time is extrapolated ${sample}, with a primary key, and modelled.`,
        where: LAB,
      },
      {
        what: 'an INSERT, EXTENDED and EXTERNAL, base length 100; 500',
        theirs: '24 %; 63 % slower under EXTERNAL, 20 clients',
        ours: `${insert('EXTENDED', 100)} and ${insert('EXTERNAL', 100)}; ${insert('EXTENDED', 500)} and ${insert('EXTERNAL', 500)}, one client, modelled: EXTERNAL is not slower`,
        live: '20 clients: 1 % faster; 31 % slower under EXTERNAL',
        why: 'Other method: 20 clients write their log to one disk at once and wait for it, and EXTERNAL writes many times as much of it; one client alone pays for compressing or copying only. The column “PostgreSQL 15” has 20 clients on another machine: there the longer texts are slower, too.',
        where: LAB,
      },
      {
        what: 'INSERTs of 20 clients a second, base length 0; 35; 500, EXTENDED',
        theirs: '11,398; 10,322; 9,024',
        ours: `${[320, 1600, 16_000].map(insertsInWords).join('; ')}, simulated, of 320, 1,600 and 16,000 letters`,
        why: 'Other machine: here 20 clients wait for a disk that takes 1 ms for a flush, and share it. The order is the same; the rate falls less, since a flush takes the same time however much it writes.',
        where: CLIENTS,
      },
      {
        what: 'INSERTs of 20 clients, base length 35 beside 0; 500 beside 100',
        theirs: '9 % fewer; 13 % fewer',
        ours: `${percent(1 - insertsPerSecond(1600) / insertsPerSecond(320))} fewer; ${percent(1 - insertsPerSecond(16_000) / insertsPerSecond(3200))} fewer, simulated`,
        why: 'The order is the same; the rate falls less, since here a flush takes the same time however much it writes.',
        where: CLIENTS,
      },
      {
        what: 'latency of such an INSERT, base length 0: average; deviation',
        theirs: '1.754 ms; 6.198 ms (6,839,292 in 600 s)',
        ours: `${figures((CLIENTS_AT_ONCE / insertsPerSecond(320)) * 1000)} ms on average, simulated`,
        why: 'Other machine. The deviation comes from the study’s disk; the simulated disk takes the same time for each flush.',
        where: CLIENTS,
      },
      {
        what: 'a substring, EXTENDED; EXTERNAL',
        theirs: '3,300; 1,600 a second (51 % slower)',
        ours: `${duration(numberOf(extended, 'middle_ms'))}; ${duration(numberOf(external, 'middle_ms'))} for 100 characters of the middle, modelled; ${extended?.middle_buffers}; ${external?.middle_buffers} buffers`,
        live: 'EXTERNAL 8 buffers',
        why: 'Other method: the study runs its statements side by side on a table of 16 GB under EXTERNAL; here one statement runs, with all of its pages in memory. Buffers are counted: EXTERNAL needs more of them.',
        where: LAB,
      },
      {
        what: 'loading by one session: processors at work',
        theirs: '1 of 4',
        ours: 'one session',
        why: 'The server runs a statement in one process, and Toastscope models one process.',
        where: LAB,
      },
      {
        what: 'a lower threshold, 1 kB',
        theirs: 'would be beneficial?',
        ours: `toast_tuple_target = 1024 leaves ${count(numberOf(rowOf('target 1024', 45), 'bytes_per_row'))} bytes per row at base length 45 as they are: the threshold is fixed`,
        why: 'The study asks; the source answers: a lower target does not make TOAST begin sooner.',
        where: LAB,
      },
    ];
  },
};
