// Where on screen the pages of a file are drawn, so that what moves to one knows where to go.
import { getContext, setContext } from 'svelte';
import { limits } from '../engine/limits';

/** The rectangle of a page, or of bytes of it; null when it is not on screen. */
export type Finder = (block: number, at: number, length: number) => DOMRect | null;

export class Places {
  #finders = new Map<number, Finder>();

  /** Says who knows where a file's pages are; returns what takes that back. */
  register(file: number, finder: Finder): () => void {
    this.#finders.set(file, finder);
    return () => {
      if (this.#finders.get(file) === finder) this.#finders.delete(file);
    };
  }

  find(file: number, block: number, at = 0, length = limits.blockSize): DOMRect | null {
    return this.#finders.get(file)?.(block, at, length) ?? null;
  }
}

const KEY = Symbol('places');
export const providePlaces = () => setContext(KEY, new Places());
export const usePlaces = () => getContext<Places | undefined>(KEY);
