// What is measured in the strategies lab: strategies, documents and statements, in SQL that anybody can type. The lab,
// the benchmark and the tests all take them from here.
import { explained } from '../study/run-statement';

/** The settings after `jsonb_toaster.`, each of which switches one improvement. */
export const SETTINGS = [
  'partial_decompression',
  'partial_detoast',
  'sort_values',
  'inline_prefix',
  'fields_first',
  'compress_fields',
  'toast_fields',
  'inplace_updates',
  'many_differences',
  'toast_field_arrays',
] as const;
/** A setting of the toaster, as `SETTINGS` names it. */
export type Setting = (typeof SETTINGS)[number];

/** A way to store documents: a toaster, and the settings that are on. */
export interface Strategy {
  /** In addresses and files. */
  id: string;
  /** As the talk calls it. */
  name: string;
  /** What it does, to be read after its name. */
  about: string;
  toaster: 'deftoaster' | 'jsonb_toaster';
  /** What is on; all others are off. */
  on: readonly Setting[];
}

/** Each adds an improvement to the one before it, in the talk's order; arrays by themselves were its TODO. */
export const STRATEGIES: readonly Strategy[] = [
  {
    id: 'whole',
    name: 'whole',
    about: 'Today’s TOAST: all of the document is fetched, decompressed and written.',
    toaster: 'deftoaster',
    on: [],
  },
  ...(
    [
      [
        'decompress',
        'partial decompression',
        'Decompress as far as the key, and no further.',
        'partial_decompression',
      ],
      [
        'detoast',
        'partial detoast',
        'Fetch chunks as far as the key, and no further.',
        'partial_detoast',
      ],
      [
        'sorted',
        'sorted by length',
        'Store short values first, wherever their key stands.',
        'sort_values',
      ],
      [
        'inline',
        'inline prefix',
        'Keep the beginning of the document in the row.',
        'inline_prefix',
      ],
      [
        'fields',
        'compressed fields',
        'Compress the longest fields one by one before all of it, while it then fits.',
        'compress_fields',
      ],
      ['shared', 'shared TOAST', 'Give the longest fields chunks of their own.', 'toast_fields'],
      [
        'inplace',
        'in-place updates',
        'Keep changes of equal length beside the pointer.',
        'many_differences',
      ],
      [
        'arrays',
        'arrays by element',
        'Cut arrays that hardly compress between elements. The talk left it to do.',
        'toast_field_arrays',
      ],
    ] as const
  ).map(([id, name, about, last]): Strategy => {
    const on = SETTINGS.slice(0, SETTINGS.indexOf(last) + 1);
    return { id, name, about, toaster: 'jsonb_toaster', on };
  }),
];

/** A statement that is measured on each document: it reads or changes a part of it. */
export interface Operation {
  id: string;
  kind: 'access' | 'update';
  /** What is reached: `key1`, `key2[0]`. */
  target: string;
  /** In which part of the document that is. */
  about: string;
  /** What runs before it and is not measured. */
  before: (document: number) => string[];
  /** The statement for a document. */
  sql: (document: number) => string;
  /**
   * For an operation that reads a part: the statement that tells how long its result is, and the one that reads all of
   * it. `->` may hand on a pointer to the value, or the value still compressed.
   */
  result?: { size: (document: number) => string; read: (document: number) => string };
}

/** The statement that reads a key. */
const access = (key: string, about: string): Operation => ({
  id: `get-${key}`,
  kind: 'access',
  target: key,
  about,
  before: () => [],
  sql: (id) => `SELECT jb->'${key}' FROM docs WHERE id = ${id}`,
  result: {
    size: (id) => `SELECT pg_column_size(jb->'${key}') FROM docs WHERE id = ${id};`,
    read: (id) => `SELECT length((jb->'${key}')::text) FROM docs WHERE id = ${id}`,
  },
});

/**
 * The statement that sets the value at a path to 7, after one that is not measured has set it to 5. The values are 0 at first,
 * and a 0 is stored without digits: only the first statement changes the value’s length.
 */
const update = (path: string, about: string): Operation => {
  const [key = '', element] = path.split(',');
  /** The statement that sets a key to a value. */
  const set = (value: number) => (id: number) =>
    `UPDATE docs SET jb = jsonb_set(jb, '{${path}}', '${value}') WHERE id = ${id}`;
  return {
    id: `set-${path}`,
    kind: 'update',
    target: element === undefined ? key : `${key}[${element}]`,
    about,
    before: (id) => [`${set(5)(id)};`],
    sql: set(7),
  };
};

/** The keys of a document. */
export const KEYS = ['key1', 'key2', 'key3', 'key4'] as const;

/** The statements of the talk, in the order in which they run on each document. */
export const OPERATIONS: readonly Operation[] = [
  access('key1', 'short, at the beginning'),
  access('key2', 'long: ten times key4'),
  access('key3', 'short, behind the long key2'),
  access('key4', 'long, at the end'),
  update('key3', 'a short key'),
  update('key2,0', 'the first element of the longest array'),
  update('key2,-1', 'its last element'),
  update('key4,0', 'the first element of the shorter array'),
];

/** The numbers of the documents, as the talk counts them, 0 to 100: each 20 more means ten times the length. */
export const documents = (step: number): number[] =>
  Array.from({ length: Math.floor(100 / step) + 1 }, (_, i) => i * step);

/** The statements that switch a strategy's settings: those in `on` on, the others off. */
export const settingsOf = (on: readonly Setting[]): string[] =>
  SETTINGS.map((name) => `SET jsonb_toaster.${name} = ${on.includes(name) ? 'on' : 'off'};`);

/**
 * The statements that make a database with the documents under a strategy, and print the memory that each
 * document takes.
 */
export function setUp(strategy: Strategy, step: number): string[] {
  /** SQL that makes an array of this power of ten. */
  const array = (power: number) =>
    `(SELECT jsonb_agg(0) FROM generate_series(1, pow(10, ${power} + 5.0 * i / 100.0)::int))`;
  return [
    'CREATE EXTENSION jsonb_toaster;',
    ...(strategy.toaster === 'jsonb_toaster' ? settingsOf(strategy.on) : []),
    `CREATE TABLE docs (id int PRIMARY KEY, jb jsonb TOASTER ${strategy.toaster});`,
    `INSERT INTO docs SELECT i, jsonb_build_object(
    'key1', i,
    'key2', ${array(1)},
    'key3', i,
    'key4', ${array(0)})
  FROM generate_series(0, 100, ${step}) i
  RETURNING id, pg_column_size(jb) AS bytes, ${KEYS.map((key) => `pg_column_size(jb->'${key}') AS ${key}`).join(', ')};`,
    // The first to read a row leaves hint bits, the first to read an index its root: not counted.
    `SELECT count(*) FROM docs WHERE jb->'key1' = jb->'key3';`,
  ];
}

/** All of a strategy as a script, to be run in the console: it prints what the charts show. */
export function scriptOf(strategy: Strategy, step: number): string {
  const runs = documents(step).flatMap((id) =>
    OPERATIONS.flatMap(({ before, sql }) => [...before(id), explained(sql(id))]),
  );
  return [`-- ${strategy.name}: ${strategy.about}`, ...setUp(strategy, step), ...runs, ''].join(
    '\n',
  );
}
