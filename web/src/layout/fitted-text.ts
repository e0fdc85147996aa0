// Shortens a text that is too wide for its space in px to its beginning.

/**
 * The beginning of a text that fits into `room` px, for letters about `letter` px wide; '' if hardly any of it fits.
 */
export function fitted(text: string, room: number, letter: number): string {
  const most = Math.floor(room / letter);
  if (text.length <= most) return text;
  return most > 3 ? `${text.slice(0, most - 1)}…` : '';
}
