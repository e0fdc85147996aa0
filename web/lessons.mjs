// @ts-check
// The lessons that come with the page, read while it is built: `lesson.md?lesson` is the lesson itself,
// `lesson.md?notes` what it says to whoever presents it, step by step, which no learner loads, and
// `lesson.md?mistakes` the usual wrong answers to its questions, loaded with the first answer, `?recall` what such a
// file asks from earlier lessons, and `?versions` what differs on 16 to 18. Runs in Node.js, while Vite builds or serves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** @import { Lesson, Step } from './src/lessons/format' */

const ASKED = /\.md\?(lesson|notes|mistakes|recall|versions)$/;
const PARSER = fileURLToPath(new URL('src/lessons/parse.ts', import.meta.url));

/** @param {unknown} what */
const exported = (what) => ({
  code: `export default JSON.parse(${JSON.stringify(JSON.stringify(what))});`,
  map: null,
});

/**
 * What a step asks from an earlier lesson, without its proof, which only a test runs.
 * @param {Step} step
 */
const recallOf = ({ recall }) => (recall ? { ...recall, proof: '' } : undefined);

/**
 * The Vite plugin that reads lessons. The page keeps what it shows of their text, and a hash that stands for
 * the rest.
 * @returns {import('vite').Plugin}
 */
export function lessons() {
  /** @type {Promise<{ module: typeof import('./src/lessons/parse') }> | undefined} */
  let parser;
  return {
    name: 'toastscope-lessons',
    async load(id) {
      const asked = ASKED.exec(id)?.[1];
      if (!asked) return null;
      parser ??= runnerImport(PARSER, { configFile: false });
      const { parse } = (await parser).module;
      const file = id.replace(/\?.*$/, '');
      this.addWatchFile(file);
      const text = readFileSync(file, 'utf8');
      const { lesson, faults } = parse(text);
      if (!lesson) {
        this.error(faults.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
      }
      if (asked === 'notes') return exported(lesson.steps.map((step) => step.prose.notes));
      if (asked === 'mistakes')
        return exported(lesson.steps.map((step) => step.guesses.map((guess) => guess.mistakes)));
      if (asked === 'recall') return exported(lesson.steps.flatMap((step) => recallOf(step) ?? []));
      if (asked === 'versions') return exported(lesson.steps.map((step) => step.versions ?? []));
      const source = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      const steps = lesson.steps.map((step) => ({
        ...step,
        ...{ before: '', after: '', notes: '', prose: { ...step.prose, notes: [] } },
        recall: recallOf(step),
        versions: undefined,
        sketch: step.sketch && { ...step.sketch, given: undefined },
        guesses: step.guesses.map((guess) => ({ ...guess, given: undefined, mistakes: undefined })),
      }));
      const name = basename(dirname(file));
      return exported({ ...lesson, steps, source, id: name });
    },
  };
}
