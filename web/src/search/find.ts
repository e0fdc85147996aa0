// Finds lessons, labs, tools and terms of the glossary: by their names first, then by their descriptions.
import { TERMS } from '../glossary/entries';
import { LABS } from '../labs/list';
import { lessonHash } from '../lessons/lesson-entry';
import { LESSONS } from '../lessons/list';
import { hasWords, wordsOf } from '../ui/word-search';

/** A thing that the search found, and where it leads. */
export interface Found {
  kind: 'Lesson' | 'Lab' | 'Tool' | 'Term';
  name: string;
  says: string;
  /** Where it leads: a fragment of the page's address, or a term's place in the glossary. */
  to: string | number;
}

/** Pages for those who come with SQL, rows or a symptom of their own, or with a question about a version. */
const TOOLS = [
  {
    name: 'Console',
    says: 'Your own SQL, with its pages, its log and its bytes',
    to: '#/console',
  },
  {
    name: 'Your own table',
    says: 'Advice on your rows: which storage, compression and target, what it saves, as statements',
    to: '#/your-table',
  },
  {
    name: 'Symptoms',
    says: 'A number or an error you see: bloat, row is too big, missing chunk, slow SELECT, wraparound',
    to: '#/symptoms',
  },
  {
    name: 'Compare',
    says: 'One script under two settings',
    to: '#/compare',
  },
  {
    name: 'Versions',
    says: 'What changes from 15 to 18: PostgreSQL 15, 16, 17 and 18 beside each other',
    to: '#/versions',
  },
];

const ALL: readonly Found[] = [
  ...LESSONS.map(({ id, title, summary }) => ({
    ...{ kind: 'Lesson' as const, name: title, says: summary, to: lessonHash(id) },
  })),
  ...LABS.map(({ at, name, shows }) => ({
    ...{ kind: 'Lab' as const, name, says: shows, to: `#/${at}` },
  })),
  ...TOOLS.map((tool) => ({ kind: 'Tool' as const, ...tool })),
  ...TERMS.map(({ term, says }, i) => ({ kind: 'Term' as const, name: term, says, to: i })),
];

/**
 * How well an entry matches: 0 if its name begins with each word, 1 if its name contains them, 2 if they are in
 * its description; -1 if some word is missing.
 */
function rank({ name, says }: Found, words: readonly string[]): number {
  if (words.every((word) => name.toLowerCase().startsWith(word))) return 0;
  if (hasWords(name, words)) return 1;
  return hasWords(`${name} ${says}`, words) ? 2 : -1;
}

/** The entries that contain all of these words, the best first. Without words: all entries. */
export function search(asked: string): Found[] {
  const words = wordsOf(asked);
  if (words.length === 0) return [...ALL];
  return ALL.map((found) => ({ found, rank: rank(found, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ found }) => found);
}
