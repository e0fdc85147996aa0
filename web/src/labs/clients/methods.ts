// What many clients make of texts, by method and by length: the two pictures, and what they say.
import { count } from '../../layout/format';
import type { Report } from '../../engine/clients/protocol';
import { figures } from '../study/number-format';
import type { Cell, Chart, Row } from '../study/study';
import { TEXT_ACTIONS, LENGTHS, METHODS, type TextAction, type Method } from './texts';

/** Clients at once in the runs by method, and in those by length: as many as the two studies had. */
export const BY_METHOD = 16;
export const BY_LENGTH = 20;

export const METHOD_COLUMNS = ['doing', 'method', 'letters', 'clients', 'tps', 'commits_a_flush'];

/** A row of the table of compression methods, from a report. */
export const methodRow = (
  doing: TextAction,
  method: Method,
  letters: number,
  { clients, tps, transactions, flushes }: Report,
): Row => ({
  doing,
  method,
  letters,
  clients,
  tps: Number(tps.toPrecision(6)),
  commits_a_flush: flushes > 0 ? Number((transactions / flushes).toPrecision(6)) : null,
});

/** A length as text. */
const letters = (value: Cell) => `${count(Number(value))} letters`;
/** A length as the axis has it. */
const ticks = (value: Cell) => count(Number(value));
/** What a row's transactions do. */
const doing = (value: Cell) => TEXT_ACTIONS.find((one) => one.value === value)?.name ?? '';
const measures = [
  {
    id: 'tps',
    title: 'Transactions',
    unit: 'per second',
    said: (n: number) => `${figures(n)} tps`,
    tick: figures,
    modelled: true,
  },
];

/** Why the picture of writing differs from that on a real disk. */
const FLUSHED: Readonly<Record<string, string>> = {
  insert:
    ': here a flush of the log takes as long however much it writes, so the longer log of EXTERNAL costs less than on a disk.',
};

/** How the rate of one method for the longest texts compares with that of another, in words. */
function beside(rows: readonly Row[], one: string, other: string): string {
  const longest = Math.max(...LENGTHS);
  /** The transactions a second of a method at the greatest length. */
  const rate = (method: string) =>
    Number(rows.find((r) => r.method === method && r.letters === longest)?.tps);
  const share = Math.round((rate(one) / rate(other) - 1) * 100);
  if (!Number.isFinite(share)) return '';
  return share === 0 ? 'as many' : `${Math.abs(share)} % ${share > 0 ? 'more' : 'fewer'}`;
}

export const METHODS_CHART: Chart = {
  id: 'methods',
  title: `${BY_METHOD} clients, by method of compression`,
  about: `${BY_METHOD} clients at once insert texts, or read them, in tables of different methods.`,
  shape: 'bars',
  part: (row) => row.clients === BY_METHOD,
  across: { id: 'letters', title: 'Length of a text', unit: 'letters', said: ticks },
  series: { id: 'method', all: METHODS },
  only: { id: 'doing', title: 'What the clients do', said: doing },
  measures,
  findings: (rows) => [
    `Of texts of ${letters(Math.max(...LENGTHS))}, lz4 makes ${beside(rows, 'lz4', 'pglz')} transactions than pglz, and ${beside(rows, 'lz4', 'none')} than none.`,
  ],
};

export const LENGTHS_CHART: Chart = {
  id: 'lengths',
  title: `Transactions by length of text, ${BY_LENGTH} clients`,
  about: `The same of ${BY_LENGTH} clients, under EXTENDED (by pglz) and EXTERNAL, as texts get longer.`,
  shape: 'lines',
  part: (row) => row.clients === BY_LENGTH && row.method !== 'lz4',
  across: { id: 'letters', title: 'Length of a text', unit: 'letters', said: ticks },
  series: {
    id: 'method',
    all: [
      { value: 'pglz', name: 'EXTENDED' },
      { value: 'none', name: 'EXTERNAL' },
    ],
  },
  only: { id: 'doing', title: 'What the clients do', said: doing },
  measures,
  findings: (rows) => [
    `Of texts of ${letters(Math.max(...LENGTHS))}, EXTERNAL makes ${beside(rows, 'none', 'pglz')} transactions than EXTENDED${FLUSHED[String(rows[0]?.doing)] ?? '.'}`,
  ],
};
