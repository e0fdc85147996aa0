// The name of a step where there is little room: its statement on one line, without comments.

/** A crash in the middle of a statement has that statement's title. */
const CRASH = /^\\crash( \d+)?\s*/;

/** The first words of a statement, on one line of at most `most` characters. */
export function titleOf(text: string, most = 60): string {
  const bare = text
    .replace(/^(\s*--[^\n]*\n)+/, '')
    .trim()
    .replace(/\s+/g, ' ');
  const title = CRASH.test(bare) ? `Crash ${bare.replace(CRASH, '')}`.trim() : bare || text.trim();
  return title.length > most ? `${title.slice(0, most - 1)}…` : title;
}
