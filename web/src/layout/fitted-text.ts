// Shortens a text that is too wide for its space in px to its beginning.

/** As much of the beginning of a text as fits into `room` px, for letters about `letter` px wide. */
export function fitted(text: string, room: number, letter: number): string {
  const most = Math.floor(room / letter);
  if (text.length <= most) return text;
  return most > 3 ? `${text.slice(0, most - 1)}…` : '';
}
