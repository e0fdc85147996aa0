// The colours of tokens.css for canvases.
const known = new Map<string, string>();

/**
 * The colour of a token of `tokens.css` in the theme that the page has now, for canvases. `dark` says which theme that is:
 * each colour is read from the page once a theme.
 */
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
