// The colours a canvas draws in, read from the page's tokens.
import { colourOf } from '../ui/colours';

/** The colours that a canvas of pages is painted in, as CSS colours. */
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

/** What a file holds, since its pages have the hue of that: a heap, a TOAST table or an index. */
export type Hue = 'heap' | 'toast' | 'index';

/** The colours of a relation in a theme. */
export function palette(hue: Hue, dark: boolean): Palette {
  /** The colour of a token. */
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
