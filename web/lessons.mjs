// The lessons that come with the page, read while it is built: `lesson.md?lesson` is the lesson itself. Runs in
// Node.js, while Vite builds or serves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const ASKED = /\/lesson\.md\?lesson$/;
const PARSER = fileURLToPath(new URL('src/lessons/parse.ts', import.meta.url));

/** Reads lessons. Of their text the page keeps what it shows, and a name for the rest. */
export function lessons() {
  let parser;
  return {
    name: 'toastscope-lessons',
    async load(id) {
      if (!ASKED.test(id)) return null;
      parser ??= runnerImport(PARSER, { configFile: false });
      const { parse } = (await parser).module;
      const file = id.replace(/\?.*$/, '');
      this.addWatchFile(file);
      const text = readFileSync(file, 'utf8');
      const { lesson, faults } = parse(text);
      if (!lesson) {
        this.error(faults.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
      }
      const source = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      const steps = lesson.steps.map((step) => ({ ...step, before: '', after: '' }));
      const kept = JSON.stringify(JSON.stringify({ ...lesson, steps, source }));
      return { code: `export default JSON.parse(${kept});`, map: null };
    },
  };
}
