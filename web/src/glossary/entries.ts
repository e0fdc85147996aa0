// The glossary's entries with their explanations. Code that only looks for terms in a text loads their names alone.
import entries from './terms.json';

/** An entry of the glossary. */
export interface Term {
  term: string;
  /** How it stands in texts. */
  forms: readonly string[];
  /** What it is, in a sentence or two. */
  says: string;
  /** The lesson's step that shows it, as in an address: `pages/1`. */
  see: string;
}

export const TERMS: readonly Term[] = entries;
