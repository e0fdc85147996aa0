// Where on screen the pages of a file are drawn, so that what moves to one knows where to go.
import { getContext, setContext } from 'svelte';
import { limits } from '../engine/limits';

/** The rectangle of a page, or of bytes of it; null when it is not on screen. */
export type Finder = (block: number, at: number, length: number) => DOMRect | null;

/** Turns a map that shows a part of its pages to one of them. */
export type PageScroller = (block: number) => void;

/** Finds where the pages of a file are drawn. Each map of pages registers its own file. */
export class Places {
  #finders = new Map<number, Finder>();
  #scrollers = new Map<number, PageScroller>();

  /** Registers a function that knows where a file's pages are drawn; returns a function that removes it. */
  register(file: number, finder: Finder, scroller: PageScroller): () => void {
    this.#finders.set(file, finder);
    this.#scrollers.set(file, scroller);
    return () => {
      if (this.#finders.get(file) !== finder) return;
      this.#finders.delete(file);
      this.#scrollers.delete(file);
    };
  }

  /** Scrolls the file's map to a page. */
  turn(file: number, block: number) {
    this.#scrollers.get(file)?.(block);
  }

  /** The box on screen of bytes of a page; null if the page is not drawn. */
  find(file: number, block: number, at = 0, length = limits.blockSize): DOMRect | null {
    return this.#finders.get(file)?.(block, at, length) ?? null;
  }
}

const KEY = Symbol('places');
/** Provides the places to all components below. */
export const providePlaces = () => setContext(KEY, new Places());
/** The places that the nearest ancestor provides. */
export const usePlaces = () => getContext<Places | undefined>(KEY);
