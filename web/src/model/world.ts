// A world is every page of every file at one frame, as the patches up to it left them. Pure: the same patches
// give the same world, whichever way one comes to the frame.
import { limits } from '../engine/limits';
import { FREE_WORD } from './page-words';
import { patchedPages, SUMMARY_WORDS } from './tape-words';

/** The main fork of a relation's file. */
export class FileState {
  blocks = 0;
  #pages = new Uint16Array(16 * SUMMARY_WORDS);
  /** The part of it that has pages; null when it has to be cut out again. */
  #used: Uint16Array | null = null;
  /** By block: three words for each item (`outline` in `engine/client/src/inspect/summary.rs`). */
  items = new Map<number, Uint16Array>();

  /** Eight numbers for each page (`engine/client/src/inspect/summary.rs`). */
  get pages(): Uint16Array {
    return (this.#used ??= this.#pages.subarray(0, this.blocks * SUMMARY_WORDS));
  }

  /** Sets a page: its summary, and its items if they are known. */
  put(block: number, summary: Uint16Array, items: Uint16Array | null) {
    if (block >= this.blocks) this.resize(block + 1);
    this.#pages.set(summary, block * SUMMARY_WORDS);
    if (items) this.items.set(block, items);
    else this.items.delete(block);
  }

  /** Adds empty pages, or cuts pages off. */
  resize(blocks: number) {
    if (blocks * SUMMARY_WORDS > this.#pages.length) {
      const more = new Uint16Array(
        Math.max(blocks, (this.#pages.length / SUMMARY_WORDS) * 2) * SUMMARY_WORDS,
      );
      more.set(this.pages);
      this.#pages = more;
    }
    if (blocks < this.blocks) {
      for (const block of this.items.keys()) if (block >= blocks) this.items.delete(block);
      this.#pages.fill(0, blocks * SUMMARY_WORDS, this.blocks * SUMMARY_WORDS);
    }
    for (let block = this.blocks; block < blocks; block++)
      this.#pages[block * SUMMARY_WORDS + FREE_WORD] = limits.blockSize;
    this.blocks = blocks;
    this.#used = null;
  }

  /** A copy that can change on its own. */
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

/** All files at one position, by their numbers. Patches are applied to it in the order of the frames. */
export class World {
  files = new Map<number, FileState>();

  /** The state of a file; a new file has no pages. */
  file(number: number): FileState {
    let file = this.files.get(number);
    if (!file) this.files.set(number, (file = new FileState()));
    return file;
  }

  /** Applies a run of patch words; adds the changed pages to `touched`. */
  apply(patch: Uint16Array, from: number, to: number, touched?: Touched) {
    for (const { file, block, summary, items } of patchedPages(patch, from, to)) {
      this.file(file).put(block, summary, items);
      if (touched) {
        const blocks = touched.get(file);
        if (blocks) blocks.add(block);
        else touched.set(file, new Set([block]));
      }
    }
  }

  /** Removes all other files, and sets the sizes of these: the state at a step's end. */
  setFileSizes(files: ReadonlyMap<number, number>) {
    for (const number of this.files.keys()) if (!files.has(number)) this.files.delete(number);
    for (const [number, blocks] of files) {
      const file = this.file(number);
      if (file.blocks !== blocks) file.resize(blocks);
    }
  }

  /** A copy that can change on its own. */
  clone(): World {
    const copy = new World();
    for (const [number, file] of this.files) copy.files.set(number, file.clone());
    return copy;
  }
}
