// What a result was made from: a hash of all files that went into it. While it is the same, so is the result.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run-program.mjs';

const GENERATED = new Set(['node_modules', 'dist', 'target', '.git']);

/** All files below some places of the repository, in order. */
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

/** One hash of all files below some places: their names and what is in them. */
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

  /** Whether the result is there and its inputs are as they were. */
  fresh() {
    this.hash = hashOf(this.from);
    if (!existsSync(this.makes) || !existsSync(this.mark)) return false;
    return readFileSync(this.mark, 'utf8') === this.hash;
  }

  /** Remembers that it was made from what was there when it was asked for. */
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
