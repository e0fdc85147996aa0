// "What is the new LZ4 TOAST compression in PostgreSQL 14, and how fast is it?": sizes and times by kind of data.
import { percent } from '../../layout/format';
import { figures } from '../study/number-format';
import { EQUAL, MODELLED, numberOf, type Study } from './figure';

const LAB = ['Compression lab', 'compression'] as const;

/** The mean of some numbers. */
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

export const LZ4: Study = {
  title: 'What is the new LZ4 TOAST compression in PostgreSQL 14, and how fast is it? (2021)',
  figures: ({ rows, ran: { altered } }) => {
    const all = rows('compression');
    /** A number of all rows of an operation and method. */
    const numbersOf = (operation: string, method: string, field: string) =>
      all
        .filter((row) => row.operation === operation && row.method === method)
        .map((row) => numberOf(row, field));
    /** The modelled time of an operation over all kinds of data. */
    const time = (operation: string, method: string) =>
      numbersOf(operation, method, 'modelled_ms').reduce((a, b) => a + b, 0);
    /** The mean ratio of a method. */
    const ratio = (method: string) => mean(numbersOf('insert', method, 'ratio'));
    /** The share of time that lz4 saves. */
    const saves = (operation: string) =>
      `${percent(1 - time(operation, 'lz4') / time(operation, 'pglz'))}, modelled`;
    /** How many times longer than without compression. */
    const times = (operation: string, method: string) =>
      `${figures(time(operation, method) / time(operation, 'none'))} times none’s, modelled`;
    /** The bytes that are stored. */
    const stored = (method: string) =>
      numbersOf('insert', method, 'stored_bytes').reduce((a, b) => a + b, 0);
    /** The ratio of the X-ray picture. */
    const xray = (method: string) =>
      numberOf(
        all.find((r) => r.kind === 'X-ray' && r.method === method && r.operation === 'insert'),
        'ratio',
      );
    const CLIENTS = ['Clients lab', 'clients'] as const;
    /** The transactions a second of 16 clients. */
    const rate = (doing: string, method: string, letters: number) =>
      numberOf(
        rows('methods').find(
          (r) =>
            r.doing === doing && r.method === method && r.clients === 16 && r.letters === letters,
        ),
        'tps',
      );
    /** The transactions a second of 16 clients, by pglz and by lz4, in words. */
    const sixteen = (doing: string, letters = 64_000) =>
      `${figures(rate(doing, 'pglz', letters))} and ${figures(rate(doing, 'lz4', letters))} a second by pglz and lz4, simulated`;
    return [
      {
        what: 'the table of methods: two rows of three columns, with ALTER … SET COMPRESSION between them',
        theirs: 'pglz, lz4, lz4; lz4, lz4, lz4',
        ours: altered.join('; '),
        why: EQUAL,
        where: ['lesson “pglz and lz4”', 'lesson/compression'],
        lab: 'compression',
      },
      {
        what: 'Figure 1: ratio, average of all kinds, pglz; lz4',
        theirs: '2.23; 2.07',
        ours: `${figures(ratio('pglz'))}; ${figures(ratio('lz4'))}`,
        why: 'Other data: here a rule generates each kind of value, in place of the study’s corpus.',
        where: LAB,
      },
      {
        what: 'Figure 1: disk that pglz saves over lz4',
        theirs: '7 %',
        ours: percent(1 - stored('pglz') / stored('lz4')),
        why: 'Other data: here a rule generates each kind of value, in place of the study’s corpus.',
        where: LAB,
      },
      {
        what: 'the rule: pglz must save a quarter, lz4 anything (X-ray, pglz; lz4)',
        theirs: 'not compressed; compressed',
        ours: `${figures(xray('pglz'))} : 1; ${figures(xray('lz4'))} : 1`,
        why: 'They agree: the rule is the server’s.',
        where: ['lesson “pglz and lz4”', 'lesson/compression'],
        lab: 'compression',
      },
      {
        what: 'Figure 2: INSERT, time that lz4 saves over pglz',
        theirs: '20 % (“80 % faster” in its conclusion)',
        ours: saves('insert'),
        why:
          'Other method: its clients send the values over a connection, whose time is in its numbers and not in these. ' +
          MODELLED,
        where: LAB,
      },
      {
        what: 'Figure 2: INSERT with lz4 compared with none',
        theirs: 'a little dearer',
        ours: times('insert', 'lz4'),
        why: 'Other method: uncompressed values make more chunks and more log here, which the model prices; the study’s clients also wait for the values to arrive.',
        where: LAB,
      },
      {
        what: 'Figure 3: SELECT, time that lz4 saves over pglz',
        theirs: '20 %',
        ours: saves('read'),
        why: 'The two are near each other; ' + 'time here is modelled, there it was measured.',
        where: LAB,
      },
      {
        what: 'Figure 3: SELECT with lz4 beside none',
        theirs: 'no great difference',
        ours: times('read', 'lz4'),
        why: 'Other method: the study sends the values to a client, which takes as long with either; here the server reads them and sends nothing, so decompression is most of the time.',
        where: LAB,
      },
      {
        what: 'Figure 4: INSERT of large files by sixteen clients',
        theirs: '60 to 70 % faster with lz4 than with pglz',
        ours: sixteen('insert'),
        why: 'Other data and method: letters that repeat cost pglz little, and each commit waits for the log here, which hides most of what compression takes.',
        where: CLIENTS,
      },
      {
        what: 'Figure 4: INSERT of many small files by sixteen clients',
        theirs: 'not much faster with lz4',
        ours: `${sixteen('insert', 3200)}, of 3,200 letters`,
        why: 'They agree: for such short values, compression is a small part of the time of a commit.',
        where: CLIENTS,
      },
      {
        what: 'Figure 4: INSERT by sixteen clients, compressed, compared with none',
        theirs: 'much faster, since less is written to disk',
        ours: `${figures(rate('insert', 'lz4', 64_000) / rate('insert', 'none', 64_000))} times as many a second with lz4, simulated`,
        why: 'They agree on the direction. Here a flush takes the same time however much it writes; on the study’s disk more log took longer.',
        where: CLIENTS,
      },
      {
        what: 'Figure 5: SELECT by sixteen clients',
        theirs: 'lz4 faster than pglz in most cases',
        ours: sixteen('select'),
        why: 'Both methods decompress repeated letters fast; the study’s files do not repeat in this way.',
        where: CLIENTS,
      },
      {
        what: 'Figure 6: string functions (LIKE), lz4 beside none; pglz',
        theirs: 'almost the same; dearer',
        ours: `${times('search', 'lz4')}; ${times('search', 'pglz')}`,
        why: 'Other data, and the values are compared in memory: searching is a smaller part of the time here than in the study.',
        where: LAB,
      },
      {
        what: 'UPDATE of text, time that lz4 saves over pglz',
        theirs: 'faster in all cases',
        ours: saves('append'),
        why: 'They agree. ' + MODELLED,
        where: LAB,
      },
      {
        what: 'the future: LZ4 HC’s ratio beside LZ4’s',
        theirs: 'much better, at 98.5 % of its speed to decompress',
        ours: `${figures(ratio('lz4hc'))} beside ${figures(ratio('lz4'))}, a proposal`,
        why: 'They agree on the ratio; the speed of LZ4 HC is not modelled, since no server has it.',
        where: LAB,
      },
      {
        what: 'the future: zstd’s ratio beside pglz’s',
        theirs: 'better',
        ours: `${figures(ratio('zstd'))} beside ${figures(ratio('pglz'))}, a proposal`,
        why: 'They agree: the study expects it; here zstd compressed the same values.',
        where: LAB,
      },
    ];
  },
};
