// What lies beside the page: its lessons' steps as they ran, to be played without the engine, the picture that each
// rests on, and which views of a frame show something there. All in target/beside, which Vite lays beside what it builds.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { buildArchived } from './archive-results.mjs';
import { Made } from './input-hash.mjs';
import { root } from './run-program.mjs';

const zip = promisify(gzip);
const lessons = join(root, 'web', 'src', 'lessons');
const folder = join(root, 'target', 'beside', 'recorded');
const THEMES = ['light', 'dark'];

/** What reads the lessons, and writes down what comes of them. */
const READERS = [
  ...['lessons/list', 'lessons/parse', 'lessons/blocks', 'lessons/format', 'lessons/find-relation'],
  ...['lessons/bounds', 'lessons/measuring-statements'],
  ...['engine/history', 'recorded/format', 'recorded/recording'],
].map((name) => `web/src/${name}.ts`);
const TEXTS = readdirSync(lessons).map((id) => `web/src/lessons/${id}/lesson.md`);

const tapes = new Made('recorded', {
  from: [...TEXTS, ...READERS, 'scripts/lib/record.mjs', 'target/node/toastscope_bg.wasm'],
  makes: 'target/beside/recorded',
});
const posters = new Made('posters', {
  from: [
    ...['recorded', 'timeline', 'layout', 'model', 'styles/tokens.css'].map((n) => `web/src/${n}`),
    ...['target/made/recorded', 'scripts/lib/recorded.mjs'],
  ],
  makes: 'target/beside/recorded',
});

/** A size as text. */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints how many files were written, their total, their median and their largest size. */
function printSizes(what, sizes) {
  const sorted = sizes.toSorted((a, b) => a - b);
  const sum = kB(sizes.reduce((a, b) => a + b, 0));
  const [half, most] = [kB(sorted[sorted.length >> 1]), kB(sorted.at(-1))];
  console.log(`${sizes.length} ${what}, ${sum}: half of them under ${half}, the largest ${most}`);
}

/** Records all lessons and the archive lab, unless recordings from the same sources and engine are there. */
export async function buildRecorded() {
  await buildArchived();
  // The document that the labs link to.
  const beside = join(root, 'target', 'beside', 'labs');
  mkdirSync(beside, { recursive: true });
  copyFileSync(join(root, 'docs', 'studies.md'), join(beside, 'studies.txt'));
  if (!tapes.fresh()) {
    await buildTapes();
    tapes.done();
  }
  if (!posters.fresh()) {
    await buildPosters();
    posters.done();
  }
}

/** Runs all lessons, and writes their steps. */
async function buildTapes() {
  // A fresh machine has Vite, which this reads the lessons by, only once it was set up.
  const { load } = await import('./page-modules.mjs');
  const { recorder } = await import('./record.mjs');
  const { LESSONS } = await load('lessons/list.ts');
  const { pack } = await load('recorded/format.ts');
  rmSync(folder, { recursive: true, force: true });
  const record = await recorder();
  const sizes = [];
  for (const { id } of LESSONS) {
    mkdirSync(join(folder, id), { recursive: true });
    for (const [i, step] of record(id).entries()) {
      if (!step) continue;
      const packed = await zip(pack(step), { level: 9 });
      sizes.push(packed.length);
      writeFileSync(join(folder, id, `${i + 1}.tape`), packed);
    }
  }
  printSizes('recorded steps', sizes);
}

/** Draws the picture of each recorded step. */
async function buildPosters() {
  const { load } = await import('./page-modules.mjs');
  const { LESSONS } = await load('lessons/list.ts');
  const { parse } = await load('lessons/parse.ts');
  const { unpack } = await load('recorded/format.ts');
  const { restsOf } = await load('recorded/poster/resting-pictures.ts');
  const { poster } = await load('recorded/poster/poster.ts');
  const { viewsOf } = await load('recorded/views.ts');
  const { coloursOf } = await load('recorded/poster/colours.ts');
  const css = readFileSync(join(root, 'web', 'src', 'styles', 'tokens.css'), 'utf8');
  const colours = THEMES.map((theme) => coloursOf(css, theme));
  const sizes = [];
  const views = {};
  for (const { id } of LESSONS) {
    const { lesson } = parse(readFileSync(join(lessons, id, 'lesson.md'), 'utf8'));
    const recorded = lesson.steps.map(({ sql }, i) =>
      sql
        ? unpack(new Uint8Array(gunzipSync(readFileSync(join(folder, id, `${i + 1}.tape`)))))
        : null,
    );
    views[id] = viewsOf(lesson, recorded);
    let number = 0;
    for (const rest of restsOf(lesson, recorded)) {
      number++;
      for (const [t, theme] of THEMES.entries()) {
        const svg = poster(rest, colours[t]);
        sizes.push(svg.length);
        writeFileSync(join(folder, id, `${number}.${theme}.svg`), svg);
      }
    }
  }
  writeFileSync(join(folder, 'views.json'), JSON.stringify(views));
  printSizes('posters', sizes);
}
