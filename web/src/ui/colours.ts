const known = new Map<string, string>();

/** What a token of `tokens.css` is in a theme, for canvases; read from the page once. */
export function colourOf(token: string, dark: boolean): string {
  const key = `${token} ${dark}`;
  let colour = known.get(key);
  if (colour === undefined) {
    const probe = document.createElement('i');
    probe.style.color = `var(--${token})`;
    document.body.append(probe);
    colour = getComputedStyle(probe).color;
    probe.remove();
    known.set(key, colour);
  }
  return colour;
}
