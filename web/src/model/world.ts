// The picture at a frame: every page of every file, as the patches up to it left them. Pure: the
// same patches give the same world, in whatever order one comes to it.
import { limits } from '../engine/limits';

/** Numbers a page: see `inspect::summary`. */
const WIDTH = 8;
/** Words before a page's items: file, block, summary. */
const HEAD = 4 + WIDTH;
/** Stands for the number of items when they are not told. */
const NO_ITEMS = 0xffff;

/** The main fork of a relation's file. */
export class FileState {
  blocks = 0;
  #pages = new Uint16Array(16 * WIDTH);
  /** By block: three words for each item; see `inspect::outline`. */
  items = new Map<number, Uint16Array>();

  /** Eight numbers for each page. */
  get pages(): Uint16Array {
    return this.#pages.subarray(0, this.blocks * WIDTH);
  }

  put(block: number, summary: Uint16Array, items: Uint16Array | null) {
    if (block >= this.blocks) this.resize(block + 1);
    this.#pages.set(summary, block * WIDTH);
    if (items) this.items.set(block, items);
    else this.items.delete(block);
  }

  /** Grows by empty pages, or is cut. */
  resize(blocks: number) {
    if (blocks * WIDTH > this.#pages.length) {
      const more = new Uint16Array(Math.max(blocks, (this.#pages.length / WIDTH) * 2) * WIDTH);
      more.set(this.pages);
      this.#pages = more;
    }
    if (blocks < this.blocks) {
      for (const block of this.items.keys()) if (block >= blocks) this.items.delete(block);
      this.#pages.fill(0, blocks * WIDTH, this.blocks * WIDTH);
    }
    for (let block = this.blocks; block < blocks; block++)
      this.#pages[block * WIDTH + 3] = limits.blockSize;
    this.blocks = blocks;
  }

  clone(): FileState {
    const copy = new FileState();
    copy.blocks = this.blocks;
    copy.#pages = this.#pages.slice();
    copy.items = new Map(this.items);
    return copy;
  }
}

/** Which pages a patch changed, by file. */
export type Touched = Map<number, Set<number>>;

export class World {
  files = new Map<number, FileState>();

  file(number: number): FileState {
    let file = this.files.get(number);
    if (!file) this.files.set(number, (file = new FileState()));
    return file;
  }

  /** Applies a run of patch words; notes in `touched` what it changed. */
  apply(patch: Uint16Array, from: number, to: number, touched?: Touched) {
    let at = from;
    while (at < to) {
      const word = (i: number) => patch[at + i] ?? 0;
      const number = word(0) + word(1) * 65536;
      const block = word(2) + word(3) * 65536;
      const n = word(HEAD);
      const start = at + HEAD + 1;
      const end = start + (n === NO_ITEMS ? 0 : 3 * n);
      const items = n === NO_ITEMS ? null : patch.subarray(start, end);
      this.file(number).put(block, patch.subarray(at + 4, at + HEAD), items);
      if (touched) {
        const blocks = touched.get(number);
        if (blocks) blocks.add(block);
        else touched.set(number, new Set([block]));
      }
      at = end;
    }
  }

  /** Keeps only these files, with these sizes: what there is at the end of a step. */
  setFileSizes(files: ReadonlyMap<number, number>) {
    for (const number of this.files.keys()) if (!files.has(number)) this.files.delete(number);
    for (const [number, blocks] of files) {
      const file = this.file(number);
      if (file.blocks !== blocks) file.resize(blocks);
    }
  }

  clone(): World {
    const copy = new World();
    for (const [number, file] of this.files) copy.files.set(number, file.clone());
    return copy;
  }
}
