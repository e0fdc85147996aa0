// The colours a canvas draws in, read from the page's tokens.

export interface Palette {
  paper: string;
  rule: string;
  live: string;
  soft: string;
  dead: string;
  header: string;
  mark: string;
  focus: string;
  ink: string;
}

export type Hue = 'heap' | 'toast' | 'index';
const known = new Map<string, Palette>();

/** The colours a relation is drawn in, as they are in a theme; read from the page once. */
export function palette(element: HTMLElement, hue: Hue, dark: boolean): Palette {
  const key = `${hue} ${dark}`;
  const colours = known.get(key) ?? readPalette(element, hue);
  known.set(key, colours);
  return colours;
}

function readPalette(element: HTMLElement, hue: Hue): Palette {
  const probe = document.createElement('i');
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: read('raised'),
    rule: read('rule-strong'),
    live: read(`${hue}-3`),
    soft: read(`${hue}-2`),
    dead: read('dead'),
    header: read('header'),
    mark: read('toast-4'),
    focus: read('focus'),
    ink: read('ink'),
  };
  probe.remove();
  return colours;
}
