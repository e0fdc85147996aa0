// Hashes all files that a result is made from. While the hash is the same, the result need not be made again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run-program.mjs';

const GENERATED = new Set(['node_modules', 'dist', 'target', '.git']);

/** Yields all files below these places of the repository, in order. */
function* filesOf(places) {
  for (const place of places) {
    const path = join(root, place);
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory()) {
      const names = readdirSync(path).filter((name) => !GENERATED.has(name));
      yield* filesOf(names.toSorted().map((name) => `${place}/${name}`));
    } else {
      yield place;
    }
  }
}

/** The hash of the names and contents of all files below these places. */
export function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of filesOf(places)) {
    const bytes = readFileSync(join(root, place));
    hash.update(`${place}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** What was made from which inputs: `target/made/NAME` holds their hash. */
export class Made {
  constructor(name, { from, makes }) {
    this.mark = join(root, 'target', 'made', name);
    this.from = from;
    this.makes = join(root, makes);
  }

  /** Whether the result exists and its inputs have not changed. */
  fresh() {
    this.hash = hashOf(this.from);
    if (!existsSync(this.makes) || !existsSync(this.mark)) return false;
    return readFileSync(this.mark, 'utf8') === this.hash;
  }

  /** Records that the result was made from the inputs as they were when this object was made. */
  done() {
    mkdirSync(dirname(this.mark), { recursive: true });
    writeFileSync(this.mark, this.hash);
  }
}

/** The built page, and all that it is built from. */
export const page = new Made('page', {
  from: ['web', 'package-lock.json', 'docs', 'LICENSE'],
  makes: 'web/dist/index.html',
});
