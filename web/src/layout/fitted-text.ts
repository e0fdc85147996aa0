// Text that is drawn into a room of so many px: where it is too long, its beginning.

/** As much of the beginning of a text as fits into `room` px, for letters about `letter` px wide. */
export function fitted(text: string, room: number, letter: number): string {
  const most = Math.floor(room / letter);
  if (text.length <= most) return text;
  return most > 3 ? `${text.slice(0, most - 1)}…` : '';
}
