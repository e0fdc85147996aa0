// What is chosen on the page, and the link that carries it: settings only, never a row.
import type { Goal, Settings } from '../engine/advise/protocol';
import { RELEASES } from '../engine/releases';
import { GOALS } from './report';

/** What is chosen; `preset` names generated rows. */
export interface Chosen extends Settings {
  sampleRows: number;
  sampleMegabytes: number;
  preset: string;
}

export const DEFAULTS: Chosen = {
  goal: 'balanced',
  rows: 0,
  server: '15',
  sampleRows: 5000,
  sampleMegabytes: 8,
  preset: 'prose',
};

/** Kinds of rows that are generated, and how many. */
export const PRESETS = [
  { id: 'prose', name: 'Prose', says: 'texts of all lengths', rows: 1000 },
  { id: 'documents', name: 'JSON of an API', says: 'documents with lists in them', rows: 1000 },
  { id: 'vectors', name: 'Embeddings', says: '768 numbers as real[]', rows: 800 },
  { id: 'images', name: 'Images', says: 'bytes that nothing compresses', rows: 500 },
  { id: 'hashes', name: 'Hashes', says: '32 bytes each', rows: 5000 },
] as const;

/** The whole number that a text of an address is; `otherwise` if it is none, or is less than `least`. */
const whole = (text: string | null, least: number, otherwise: number) => {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= least ? value : otherwise;
};

/** The settings in an address's query; an invalid value becomes the default. */
export function chosenOf(search: string): Chosen {
  const query = new URLSearchParams(search);
  const named = <T extends string>(name: string, all: readonly T[], otherwise: T): T =>
    all.find((value) => value === query.get(name)) ?? otherwise;
  return {
    goal: named('goal', Object.keys(GOALS) as Goal[], DEFAULTS.goal),
    rows: whole(query.get('rows'), 1, DEFAULTS.rows),
    server: named('server', Object.keys(RELEASES), DEFAULTS.server),
    sampleRows: whole(query.get('sampleRows'), 1, DEFAULTS.sampleRows),
    sampleMegabytes: whole(query.get('sampleMegabytes'), 1, DEFAULTS.sampleMegabytes),
    preset: named(
      'preset',
      PRESETS.map(({ id }) => id),
      DEFAULTS.preset,
    ),
  };
}

/** The query that `chosenOf` reads; defaults are left out. */
export function queryOf(chosen: Chosen): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== DEFAULTS[name as keyof Chosen]) query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}
