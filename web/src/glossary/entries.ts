// The glossary's entries, for whoever shows or searches them. Who only looks for terms in a text takes their names.
import entries from './terms.json';

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
