// The colours of `styles/tokens.css` as plain numbers, for drawings that have no style sheet.
import type { Colours } from './svg-pen';

/**
 * A token's value: two colours for light and dark, one, `var(--sunk)`, `color-mix(in srgb, var(--header) 35%,
 * var(--raised))`.
 */
const TOKEN = /^\s*--([\w-]+):\s*([^;]+);/gm;
const BOTH = /^light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)$/;
const MIX = /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/;
const NAMED = /^var\(--([\w-]+)\)$/;

/** Red, green and blue of a colour. */
const channels = (hex: string) =>
  (hex.length === 4 ? [...hex.slice(1)].map((c) => c + c) : (hex.slice(1).match(/../g) ?? [])).map(
    (c) => parseInt(c, 16),
  );

/** Reads the style sheet once; returns a function that knows the colours of a theme. */
export function coloursOf(css: string, theme: 'light' | 'dark'): Colours {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(TOKEN))
    if (!values.has(name)) values.set(name, value.replace(/\s+/g, ' ').trim());
  /** The colour of a token in the theme. Throws for a token that has none. */
  const colour = (token: string): string => {
    const value = values.get(token) ?? '';
    const [, light, dark] = BOTH.exec(value) ?? [];
    if (light && dark) return theme === 'light' ? light : dark;
    const named = NAMED.exec(value)?.[1];
    if (named) return colour(named);
    const [, first, share, second] = MIX.exec(value) ?? [];
    if (first && share && second) {
      const part = Number(share) / 100;
      const [a, b] = [channels(colour(first)), channels(colour(second))];
      const mixed = a.map((n, i) => Math.round(n * part + (b[i] ?? 0) * (1 - part)));
      return `#${mixed.map((n) => n.toString(16).padStart(2, '0')).join('')}`;
    }
    if (/^#\w+$/.test(value)) return value;
    throw new Error(`tokens.css has no colour “${token}” that a poster can take.`);
  };
  return colour;
}
