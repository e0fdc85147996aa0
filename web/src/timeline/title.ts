// What a step is called where there is little room: its statement on one line, without comments.

export function titleOf(text: string, most = 60): string {
  const bare = text
    .replace(/^(\s*--[^\n]*\n)+/, '')
    .trim()
    .replace(/\s+/g, ' ');
  const title = bare || text.trim();
  return title.length > most ? `${title.slice(0, most - 1)}…` : title;
}
