// The forms of the glossary's terms without their entries: `virtual:glossary-names` is what finds them in a lesson's
// text, and the entries are loaded when the first one is opened. Runs in Node.js, while Vite builds or serves.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAME = 'virtual:glossary-names';
const FILE = fileURLToPath(new URL('src/glossary/terms.json', import.meta.url));

/** The Vite plugin that serves the names and the entries of the glossary as modules. */
export function glossary() {
  return {
    name: 'toastscope-glossary',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(FILE);
      const names = JSON.parse(readFileSync(FILE, 'utf8')).map(({ forms }) => forms);
      return { code: `export default ${JSON.stringify(names)};`, map: null };
    },
  };
}
