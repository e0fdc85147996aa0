// @ts-check
// Lessons for those without JavaScript: `lessons/NAME.html` has each step's words, its question, its SQL and the picture it
// rests on; the other pages say so, with a picture, where nothing else can be shown. The numbers in the words are what
// PostgreSQL printed for the lesson. Runs in Node.js, while Vite builds.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/**
 * @import { Block, Inline } from './src/lessons/prose'
 * @import { Lesson, Step } from './src/lessons/format'
 * @import { Value } from './src/lessons/answer'
 * @typedef {{
 *   parse: typeof import('./src/lessons/parse'),
 *   outcome: typeof import('./src/lessons/outcome'),
 *   answer: typeof import('./src/lessons/answer'),
 * }} Modules
 */

const lessons = fileURLToPath(new URL('src/lessons/', import.meta.url));
const transcripts = fileURLToPath(new URL('../tests/transcripts/', import.meta.url));
/**
 * A module of the lessons.
 * @template {'parse' | 'outcome' | 'answer'} Name
 * @param {Name} name
 * @returns {Promise<Modules[Name]>}
 */
const imported = async (name) =>
  (await runnerImport(`${lessons}${name}.ts`, { configFile: false })).module;

/** @type {Record<string, string>} */
const QUOTED = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
/**
 * The text with the characters that HTML reserves as entities.
 * @param {string} text
 */
export const quoted = (text) => text.replace(/[&"<>]/g, (sign) => QUOTED[sign] ?? sign);

/**
 * The HTML of a step's picture; dark where the reader's system is dark.
 * @param {string} folder
 * @param {string} id
 * @param {number} step
 * @param {string} alt
 */
export const picture = (folder, id, step, alt) =>
  `<picture><source srcset="${folder}recorded/${id}/${step}.dark.svg" media="(prefers-color-scheme: dark)">` +
  `<img src="${folder}recorded/${id}/${step}.light.svg" alt="${quoted(alt)}" width="960" height="540" style="max-width:100%;height:auto" loading="lazy"></picture>`;

/**
 * A lesson's text as HTML, as `Prose.svelte` draws it, but without what needs a stage. `folder` is the path to
 * the folder of the lessons' pages, from the page that the text is put into.
 * @param {readonly Block[]} blocks
 * @param {(name: string) => string} valueOf
 * @returns {string}
 */
export function htmlOf(blocks, valueOf, folder = '') {
  /** @param {string} href */
  const address = (href) =>
    /^#/.test(href)
      ? `${folder}${href.replace(/^#\/lesson\/([\w-]+)$/, '$1.html').replace(/^#/, '../index.html#')}`
      : href;
  /** @type {(name: string, inner: string) => string} */
  const tag = (name, inner) => `<${name}>${inner}</${name}>`;
  /** @type {(inner: readonly Inline[]) => string} */
  const words = (inner) =>
    inner
      .map((piece) => {
        if (piece.kind === 'text') return quoted(piece.text);
        if (piece.kind === 'value') return tag('b', quoted(valueOf(piece.name)));
        if (piece.kind === 'break') return '<br>';
        if (piece.kind === 'thing') return words(piece.inner);
        if (piece.kind === 'link')
          return `<a href="${quoted(address(piece.href))}">${words(piece.inner)}</a>`;
        return tag(piece.kind, words(piece.inner));
      })
      .join('');
  /** @type {(cells: readonly Inline[][], name: string) => string} */
  const row = (cells, name) => tag('tr', cells.map((cell) => tag(name, words(cell))).join(''));
  return blocks
    .map((block) => {
      if (block.kind === 'sample') return tag('pre', quoted(block.text));
      if (block.kind === 'rule') return '<hr>';
      if (block.kind === 'quote') return tag('blockquote', htmlOf(block.inner, valueOf, folder));
      if (block.kind === 'list') {
        const items = block.items.map((item) => tag('li', htmlOf(item, valueOf, folder))).join('');
        return tag(block.ordered ? 'ol' : 'ul', items);
      }
      if (block.kind === 'table') {
        const rows = block.rows.map((cells) => row(cells, 'td')).join('');
        return tag('table', row(block.head, 'th') + rows);
      }
      return tag(block.kind === 'paragraph' ? 'p' : 'h3', words(block.inner));
    })
    .join('\n');
}

/**
 * Returns a function that gives what a server printed for a step; the transcript repeats the steps' headings.
 * @param {Lesson} lesson
 * @param {string} id
 */
function printedFor({ steps }, id) {
  const file = ['lessons', 'engine']
    .map((folder) => `${transcripts}${folder}/${id}.out`)
    .find((name) => existsSync(name));
  /** @type {Map<Step, string[]>} */
  const parts = new Map();
  /** @type {string[]} */
  let part = [];
  for (const line of file ? readFileSync(file, 'utf8').split('\n') : []) {
    const step = steps.find(({ title }) => line === `-- ${title}`);
    if (step) parts.set(step, (part = []));
    else part.push(line);
  }
  return (/** @type {Step} */ step) => (parts.get(step) ?? []).join('\n');
}

/**
 * Returns a function that reads a lesson: its steps, each with its title and its words as HTML, in which the
 * numbers are those that PostgreSQL printed.
 */
export async function lessonWords(folder = '') {
  const { parse } = await imported('parse');
  const { readOutcome } = await imported('outcome');
  const { valueText } = await imported('answer');
  return (/** @type {string} */ id) => {
    const { lesson } = parse(readFileSync(`${lessons}${id}/lesson.md`, 'utf8'));
    if (!lesson) throw new Error(`lessons/${id}/lesson.md is not valid.`);
    const printed = printedFor(lesson, id);
    /** @type {Map<string, Value>} */
    const values = new Map();
    /** @param {string} name */
    const valueOf = (name) => valueText(values.get(name) ?? '–');
    return lesson.steps.map((step) => {
      const before = htmlOf(step.prose.before, valueOf, folder);
      readOutcome(step, printed(step), values);
      return { ...step, before, after: htmlOf(step.prose.after, valueOf, folder) };
    });
  };
}

/** Returns a function that makes the body of a lesson's page without JavaScript. */
export async function plainLessons() {
  const stepsOf = await lessonWords();
  return (/** @type {string} */ id) =>
    stepsOf(id)
      .map(({ title, before, after, guesses, sql }, i) =>
        [
          `<section><h2>${i + 1}. ${quoted(title)}</h2>`,
          before,
          ...guesses.map(({ question }) => `<p><em>${quoted(question)}</em></p>`),
          picture('../', id, i + 1, `The stage after “${title}”`),
          sql ? `<details><summary>The SQL</summary><pre>${quoted(sql)}</pre></details>` : '',
          after,
          '</section>',
        ].join('\n'),
      )
      .join('\n');
}

/** The style sheet of a plain page: the system's font, lines no wider than one reads with ease. */
export const STYLE =
  '<style>:root{color-scheme:light dark;background:Canvas;color:CanvasText}body{max-width:44rem;margin:0 auto;padding:1rem;font:1rem/1.6 system-ui,sans-serif}' +
  'img{width:100%;height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}table{border-spacing:1rem 0;text-align:left}</style>';

/** The HTML for the other pages without JavaScript: a picture of the curse, and the link to the list of lessons. */
export const noscript = () =>
  `<noscript><main style="max-width:44rem;margin:0 auto;padding:1rem"><h1>Toastscope</h1>` +
  `<p>What PostgreSQL does with a value that is too big for a page. The model of PostgreSQL needs JavaScript; its lessons can be read without.</p>` +
  `<p>${picture('', 'curse', 4, 'The pages that a query touches, once each row is too long')}</p>` +
  `<p><a href="lessons/index.html">All lessons, as words and pictures</a></p></main></noscript>`;
