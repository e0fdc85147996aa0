// The rows that are kept of a report: the file that the lab opens with and saves.
import type { Report } from '../../engine/clients/protocol';
import { count } from '../../layout/format';
import type { Cell, Chart, Row } from '../study/study';
import { duration, figures } from '../study/number-format';
import { PRESETS } from './scripts';
import { WAITS } from './waits';

/** How many clients, each a run. */
export const COUNTS = [1, 2, 4, 8, 16, 20, 32] as const;
/** Transactions of each client that the engine runs, and seconds of modelled time. */
export const ROUNDS = 20;
export const SECONDS = 1;

export const COLUMNS = [
  ...['script', 'clients', 'transactions', 'tps', 'latency_ms', 'flushes', 'commits_a_flush'],
  ...WAITS.map(({ event }) => event),
];

/** A number with six significant figures: the recording keeps no more. */
const short = (n: number) => Number(n.toPrecision(6));

/** The row that is kept of a report. */
export function rowOf(script: string, report: Report): Row {
  const waited = new Map(report.waited.map(({ event, clients }) => [event, clients]));
  return {
    script,
    clients: report.clients,
    transactions: report.transactions,
    tps: short(report.tps),
    latency_ms: short(report.latency),
    flushes: report.flushes,
    commits_a_flush: report.flushes > 0 ? short(report.transactions / report.flushes) : null,
    ...Object.fromEntries(WAITS.map(({ event }) => [event, short(waited.get(event) ?? 0)])),
  };
}

const OWN = { value: 'own', name: 'your own script' };
const TEXTS = { value: 'texts', name: 'texts of a method and a length' };

/** What the rows say of each script. */
function found(rows: readonly Row[]): string[] {
  const scripts = [...PRESETS.map(({ id, name }) => ({ value: id, name })), TEXTS, OWN];
  return scripts.flatMap(({ value, name }) => {
    const own = rows.filter((row) => row.script === value);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last || first === last) return [];
    const times = Number(last.tps) / Number(first.tps);
    const most = WAITS.filter(({ event }) => event !== 'Client:ClientRead').reduce((a, b) =>
      Number(last[b.event]) > Number(last[a.event]) ? b : a,
    );
    return [
      `${name}: ${String(last.clients)} clients make ${figures(times)} times the transactions of ${first.clients === 1 ? 'one' : String(first.clients)}; ` +
        `most of their time, each ${most.means} (${most.event}).`,
    ];
  });
}

/** A number of clients as text. */
const clients = (value: Cell) => count(Number(value));

export const RATES: Chart = {
  id: 'rates',
  title: 'Transactions against clients',
  about:
    'The same script with ever more clients. Cores, locks, rows and the flushes of the log decide what more of them are good for.',
  shape: 'lines',
  part: () => true,
  across: { id: 'clients', title: 'Clients at once', unit: 'number', said: clients },
  series: {
    id: 'script',
    all: [...PRESETS.map(({ id, name }) => ({ value: id, name })), TEXTS, OWN],
  },
  measures: [
    {
      id: 'tps',
      title: 'Transactions',
      unit: 'per second',
      said: (n) => `${figures(n)} tps`,
      tick: figures,
      modelled: true,
    },
    {
      id: 'latency_ms',
      title: 'Latency',
      unit: 'ms',
      said: duration,
      tick: duration,
      modelled: true,
    },
    {
      id: 'commits_a_flush',
      title: 'Commits a flush',
      unit: 'number',
      said: (n) => `${figures(n)} commits a flush`,
      tick: figures,
    },
  ],
  findings: found,
};

/** The sentence to take home: what more clients bring to a script, and why. It is empty with fewer than two rows. */
export function takeHome(rows: readonly Row[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last) return '';
  /** How many clients a row has, as text. */
  const clientsOf = (row: Row) =>
    `${count(Number(row.clients))} client${Number(row.clients) === 1 ? '' : 's'}`;
  const made =
    `${clientsOf(last)} make ${figures(Number(last.tps) / Number(first.tps))} times the transactions of ` +
    `${clientsOf(first)}, ${figures(Number(last.tps))} a second`;
  const shared = Number(last.commits_a_flush);
  if (shared > 1.5)
    return `${made}: each commit waits for the disk, but one flush of the log serves ${figures(shared)} commits. Time is modelled.`;
  const most = WAITS.filter(({ event }) => event !== 'Client:ClientRead').reduce((a, b) =>
    Number(last[b.event]) > Number(last[a.event]) ? b : a,
  );
  return `${made}: what holds them is ${most.event} (${most.means}). Time is modelled.`;
}
