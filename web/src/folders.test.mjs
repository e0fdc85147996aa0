// Checks which folder of web/src imports which: a parser reads every import, and a list here says which ones are
// allowed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circlesIn, importsOf, sourcesIn } from './import-graph.mjs';

/** What every view may know. */
const BELOW = ['ui', 'engine', 'model', 'layout', 'timeline', 'workbench'];

/** From below to above: each folder, and those below it that it may import from. */
const FOLDERS = {
  styles: [],
  ui: [],
  engine: [],
  element: [],
  slides: ['element'],
  model: ['engine'],
  layout: ['engine', 'model'],
  timeline: ['engine', 'model', 'layout'],
  recorded: ['engine', 'model', 'layout', 'timeline'],
  workbench: ['ui', 'engine', 'model', 'layout', 'timeline'],
  share: ['ui', 'engine', 'workbench'],
  counters: BELOW,
  stage: [...BELOW, 'counters'],
  inspector: BELOW,
  console: BELOW,
  glossary: ['ui'],
  lessons: [...BELOW, 'counters', 'glossary'],
  present: [...BELOW, 'stage', 'lessons', 'counters'],
  workshop: [...BELOW, 'styles', 'lessons', 'counters'],
  labs: [...BELOW, 'inspector', 'lessons', 'share'],
  search: ['ui', 'glossary', 'lessons', 'labs'],
  compare: [...BELOW, 'counters', 'stage', 'labs'],
  versions: ['ui', 'engine', 'compare'],
  guide: ['ui', 'styles', 'element', 'lessons'],
  advise: ['ui', 'engine', 'layout', 'lessons'],
  start: [
    ...BELOW,
    'recorded',
    'share',
    'console',
    'stage',
    'inspector',
    'lessons',
    'present',
    'labs',
    'search',
    'compare',
    'versions',
    'advise',
  ],
  embed: [
    ...BELOW,
    'styles',
    'element',
    'share',
    'stage',
    'inspector',
    'console',
    'lessons',
    'labs',
    'compare',
    'start',
  ],
};

/** Folders that compute and do not draw. From the engine they import only its types and PostgreSQL's limits. */
const PURE = ['model', 'layout', 'timeline'];

const root = fileURLToPath(new URL('.', import.meta.url));
const files = sourcesIn(root);
const textOf = (name) => readFileSync(join(root, name), 'utf8');
const imports = files.flatMap((name) => importsOf(root, name));
const folderOf = (name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '');
const inWords = ({ from, to }) => `${from} imports ${to}`;
const within = (folder) => imports.filter(({ from }) => folderOf(from) === folder);

describe('the folders of web/src', () => {
  it('are all there, and all in the list', () => {
    const folders = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory());
    expect(folders.sort()).toEqual(Object.keys(FOLDERS).sort());
  });

  it('stand in an order in which each knows only those before it', () => {
    const order = Object.keys(FOLDERS);
    for (const [folder, known] of Object.entries(FOLDERS)) {
      for (const other of known) expect(order.indexOf(other)).toBeLessThan(order.indexOf(folder));
    }
  });

  it.each(Object.entries(FOLDERS))('%s imports only from folders below it', (folder, known) => {
    const wrong = within(folder).filter(({ to }) => {
      const other = folderOf(to);
      return other in FOLDERS && other !== folder && !known.includes(other);
    });
    expect(wrong.map(inWords)).toEqual([]);
  });

  it('have one that knows WebAssembly', () => {
    const wrong = imports.filter(
      ({ from, to }) => to.includes('engine/generated/') && folderOf(from) !== 'engine',
    );
    expect(wrong.map(inWords)).toEqual([]);
  });

  it.each(PURE)(
    '%s takes types and limits of the engine, and neither Svelte nor the DOM',
    (folder) => {
      const wrong = within(folder).filter(
        ({ to, typeOnly }) =>
          /^svelte\b|\.svelte(\.ts)?$|\.css$/.test(to) ||
          (folderOf(to) === 'engine' &&
            to !== 'engine/limits' &&
            !(to === 'engine/protocol' && typeOnly)),
      );
      expect(wrong.map(inWords)).toEqual([]);
      const dom = files.filter(
        (name) =>
          folderOf(name) === folder &&
          (name.includes('.svelte') ||
            /\b(window|document\.\w+\(|globalThis)\b/.test(textOf(name))),
      );
      expect(dom).toEqual([]);
    },
  );
});

it('no file imports itself by way of others', () => {
  expect(circlesIn(files, imports)).toEqual([]);
});

it('a circle of files is found, over types and over what is loaded later', () => {
  const circle = (...pairs) =>
    circlesIn(
      ['a.ts', 'b.svelte', 'c.svelte.ts'],
      pairs.map(([from, to]) => ({ from, to, typeOnly: true })),
    );
  const chain = [
    ['a.ts', 'b.svelte'],
    ['b.svelte', 'c.svelte'],
  ];
  expect(circle(...chain)).toEqual([]);
  expect(circle(...chain, ['c.svelte.ts', 'a'])).toEqual([
    'a.ts -> b.svelte -> c.svelte.ts -> a.ts',
  ]);
});

it('PostgreSQL’s limits come from the engine', () => {
  const literal = /\b(1_?996|2_?032|8_?192)\b/;
  expect(files.filter((name) => literal.test(textOf(name)))).toEqual([]);
});
