// A search by words: an entry is found when its text has all of them, in any order.

/** The words that somebody typed, in lower case; none if nothing was typed. */
export const wordsOf = (asked: string): string[] =>
  asked.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text has all words, without regard to case. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word));
};
