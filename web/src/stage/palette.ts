// The colours a canvas draws in, read from the page's tokens.
import { colourOf } from '../ui/colours';

export interface Palette {
  paper: string;
  rule: string;
  live: string;
  soft: string;
  dead: string;
  header: string;
  mark: string;
  focus: string;
  heat: string;
  ink: string;
}

export type Hue = 'heap' | 'toast' | 'index';

/** The colours of a relation in a theme. */
export function palette(hue: Hue, dark: boolean): Palette {
  const read = (token: string) => colourOf(token, dark);
  return {
    paper: read('raised'),
    rule: read('rule-strong'),
    live: read(`${hue}-3`),
    soft: read(`${hue}-2`),
    dead: read('dead'),
    header: read('header'),
    mark: read('toast-4'),
    focus: read('focus'),
    heat: read('heat'),
    ink: read('ink'),
  };
}
