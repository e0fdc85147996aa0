// Rows for who has none at hand: a few kinds, the same each time.
import { copyLine, hexOf } from './copy';
import type { Rows } from './rows';

/** A generator of pseudorandom numbers from a seed (mulberry32). */
function numbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS =
  'the a of to and in that is was for on with as his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(
    ' ',
  );

interface Preset {
  names: string[];
  /** The values of a row behind its number. */
  row: (random: () => number, i: number) => string[];
}

/** Random words, the first of the list more often. */
const words = (random: () => number, count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]!).join(' ');

/** A random length, lognormally distributed as lengths of texts are: most near the median, a few very long. */
function lognormal(random: () => number, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(1, Math.round(median * Math.exp(spread * normal)));
}

/** Random bytes. */
const bytes = (random: () => number, count: number) =>
  Uint8Array.from({ length: count }, () => random() * 256);

const PRESETS: Record<string, Preset> = {
  prose: {
    names: ['id', 'title', 'created', 'body'],
    row: (random, i) => [
      words(random, 4),
      new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString(),
      words(random, lognormal(random, 600, 0.9)),
    ],
  },
  documents: {
    names: ['id', 'doc'],
    row: (random, i) => [
      JSON.stringify({
        id: i,
        type: random() < 0.5 ? 'issue' : 'pull',
        user: {
          login: `user-${Math.floor(random() * 300)}`,
          url: 'https://api.example.com/users/',
        },
        labels: Array.from({ length: Math.floor(random() * 40) }, () => ({
          name: words(random, 1),
          color: Math.floor(random() * 0xffffff).toString(16),
          default: false,
        })),
        body: words(random, lognormal(random, 200, 1)),
      }),
    ],
  },
  vectors: {
    names: ['id', 'embedding'],
    row: (random) => [
      `[${Array.from({ length: 768 }, () => (random() * 0.2 - 0.1).toFixed(7)).join(',')}]`,
    ],
  },
  hashes: {
    names: ['id', 'sha256', 'seen'],
    row: (random, i) => [
      hexOf(bytes(random, 32)),
      new Date(Date.UTC(2024, 0, 1, 0, 0, i)).toISOString(),
    ],
  },
  images: {
    names: ['id', 'content'],
    row: (random) => [hexOf(bytes(random, lognormal(random, 6000, 0.8)))],
  },
};

/** Makes `count` rows of a preset; the rows are the same each time. Throws for a preset that there is not. */
export function generated(preset: string, count: number, rows: Rows) {
  const chosen = PRESETS[preset];
  if (!chosen) throw new Error(`There is no kind of rows called ${preset}.`);
  const random = numbers(15);
  rows.names(chosen.names, 'Row');
  for (let i = 1; i <= count; i++) {
    rows.row(i, copyLine([String(i), ...chosen.row(random, i)]));
    if (i % 500 === 0) rows.share(i / count);
  }
}
