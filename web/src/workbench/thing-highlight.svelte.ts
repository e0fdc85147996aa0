// Which thing is highlighted: words highlight the things on the stage that they speak of, and a thing the words about
// it.
import type { Thing } from '../model/things';

/** The style sheet with the rule for highlighted things, once there is one. */
let sheet: CSSStyleSheet | null = null;

/** Highlights every drawn thing of this name; null ends it. */
function light(thing: Thing | null) {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  const name = thing && `[data-thing~='${thing}']`;
  sheet.replaceSync(
    name
      ? `${name}:not(svg *) { outline: 2px solid var(--toast-4); outline-offset: 3px; }
         svg ${name} { filter: drop-shadow(0 0 1px var(--toast-4)) drop-shadow(0 0 4px var(--toast-3)); }`
      : '',
  );
}

class ThingHighlight {
  /** What words point at. */
  thing = $state.raw<Thing | null>(null);
  /** What is pointed at on the stage. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  /** Highlights a thing where it is drawn. */
  show(thing: Thing) {
    this.thing = thing;
    light(thing);
  }

  /** Ends the highlight of a thing, unless another one is highlighted by now. */
  clear(thing: Thing) {
    if (this.thing !== thing) return;
    this.thing = null;
    light(null);
  }

  /** Scrolls to the first place where the thing is drawn. */
  reveal(thing: Thing) {
    const drawn = document.querySelector(`[data-thing~='${thing}']`);
    drawn?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Highlights the words about the thing that is pointed at or focused. */
  point(target: EventTarget | null) {
    const drawn = target instanceof Element ? target.closest('[data-thing]') : null;
    const names = drawn?.getAttribute('data-thing') ?? '';
    if (names === [...this.pointed].join(' ')) return;
    this.pointed = new Set(names ? names.split(' ') : []);
  }
}

/** One for the page: only one lesson is read at a time. */
export const thingHighlight = new ThingHighlight();
