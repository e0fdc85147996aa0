// A reveal.js plugin: `Reveal.initialize({ plugins: [Toastscope] })`. The fragments of a slide drive the steps of its
// embeds, forwards and backwards: the visible fragments decide which step is shown, so that going back and jumping show
// the same.
//
//   <toast-scope lesson="pointer" data-steps="1-3"></toast-scope>      a click for each step after the first
//   <li class="fragment" data-step="2">…</li>                          or one's own fragments say which
//
// In the speaker's window, in the overview and on paper each embed is the picture of its step, and no frame; what has no
// such picture, SQL of one's own for example, is a frame on paper.
import { define, type ToastScope } from '../element/element';
import { firstStep, Follower, printsFrame, type Place } from './follow';
import { smallestType } from './smallest-type';
import { yieldKeys } from './keys';
import { stepsOf } from './steps';

/** The methods of reveal.js, 4.5 to 6, that the plugin uses. */
export interface Deck {
  on(type: string, listener: () => void): void;
  off(type: string, listener: () => void): void;
  getSlidesElement(): HTMLElement;
  getCurrentSlide(): HTMLElement | undefined;
  isOverview(): boolean;
  isPaused(): boolean;
  isSpeakerNotes(): boolean;
  isPrintView?(): boolean;
  isPrintingPDF?(): boolean;
  getConfig(): { height?: unknown; margin?: unknown };
}

/** A plugin as reveal.js calls it. */
export interface Plugin {
  id: 'toastscope';
  init(deck: Deck): void;
  destroy(): void;
}

/** When a deck has moved. */
const MOVES = [
  'ready',
  'slidechanged',
  'fragmentshown',
  'fragmenthidden',
  'overviewshown',
  'overviewhidden',
  'paused',
  'resumed',
] as const;

/** An embed with what it needs to find its place. */
interface Embed {
  element: HTMLElement;
  follower: Follower;
  /** The step before any fragment is shown. */
  first: number;
}

/** The slide that an element is on. */
const slideOf = (element: Element) => element.closest('section');

/** Adds invisible fragments for an embed with `data-steps`: one for each step after the first. */
function addFragments(element: HTMLElement) {
  const [first, ...rest] = stepsOf(element.dataset.steps ?? '');
  if (first === undefined) return;
  element.setAttribute('step', String(first));
  const id = (element.id ||= `toastscope-${crypto.getRandomValues(new Uint32Array(1))[0]}`);
  const fragments = rest.map((step) => {
    const fragment = document.createElement('span');
    fragment.className = 'fragment';
    fragment.hidden = true;
    fragment.dataset.step = String(step);
    fragment.dataset.for = id;
    return fragment;
  });
  element.after(...fragments);
  // What a copy of the slide has it need not be given again.
  delete element.dataset.steps;
}

/** The least size of letters on a slide, in px of the slide, that can be read from the last row. */
function typeOn(deck: Deck): number {
  const { height, margin } = deck.getConfig();
  // A slide's height may be given as a share of the window's.
  const tall = typeof height === 'number' ? height : innerHeight;
  const around = typeof margin === 'number' ? margin : 0;
  return smallestType(tall / (1 - around));
}

/** The step that an embed shows: that of the last visible fragment that belongs to the embed. */
function stepOf(element: HTMLElement, first: number): number {
  const fragments = slideOf(element)?.querySelectorAll<HTMLElement>('.fragment.visible[data-step]');
  /** The number of a fragment. */
  const order = ({ dataset }: HTMLElement) => Number(dataset.fragmentIndex ?? 0);
  const own = [...(fragments ?? [])]
    .filter(({ dataset }) => dataset.for === undefined || dataset.for === element.id)
    .toSorted((a, b) => order(a) - order(b));
  return Number(own.at(-1)?.dataset.step ?? first);
}

/** Whether reveal.js displays a slide: one that is within its `viewDistance`. */
function isNear(slide: HTMLElement | null): boolean {
  const stack = slide?.parentElement?.closest('section');
  return slide?.style.display !== 'none' && stack?.style.display !== 'none';
}

/** Makes the reveal.js plugin that drives the embeds of a deck. */
export default function Toastscope(): Plugin {
  let deck: Deck | null = null;
  let embeds: Embed[] = [];
  let stop = () => {};
  /** Whether slides have become pages: before that a frame would be moved, and so be loaded once more. */
  let paged = false;

  /** Whether an embed is a frame while its slide is seen; else it is a picture. */
  function framed(presentation: Deck, element: HTMLElement): boolean {
    if (presentation.isSpeakerNotes() || presentation.isOverview()) return false;
    const printed = presentation.isPrintView?.() ?? presentation.isPrintingPDF?.() ?? false;
    return !printed || (paged && printsFrame(element));
  }

  /**
   * Finds the embeds of a deck, and gives new ones their fragments and attributes. In print each slide is there once for
   * each of its fragments.
   */
  function findEmbeds(presentation: Deck) {
    const root = presentation.getSlidesElement();
    const known = new Map(embeds.map((embed) => [embed.element, embed]));
    embeds = [...root.querySelectorAll<ToastScope>('toast-scope')].map((element) => {
      const old = known.get(element);
      if (old) return old;
      addFragments(element);
      if (!element.hasAttribute('type') && !element.hasAttribute('scale'))
        element.setAttribute('type', String(typeOn(presentation)));
      const follower = new Follower(element);
      return { element, follower, first: firstStep(element) };
    });
  }

  /** Brings all embeds to where the deck is. */
  const move = () => {
    if (!deck) return;
    findEmbeds(deck);
    const current = deck.getCurrentSlide();
    for (const { element, follower, first } of embeds) {
      const slide = slideOf(element);
      const place: Place = {
        live: isNear(slide) && framed(deck, element),
        shown: slide === current && !deck.isPaused(),
        step: stepOf(element, first),
      };
      follower.go(place.live ? place : { ...place, shown: false });
    }
  };

  /** Draws the embeds for paper. */
  const page = () => {
    paged = true;
    move();
  };

  return {
    id: 'toastscope',
    init(presentation) {
      deck = presentation;
      // First they are told to wait, then they are what they are called.
      findEmbeds(presentation);
      define();
      for (const type of MOVES) presentation.on(type, move);
      presentation.on('pdf-ready', page);
      stop = yieldKeys(presentation.getSlidesElement());
    },
    destroy() {
      for (const type of MOVES) deck?.off(type, move);
      deck?.off('pdf-ready', page);
      stop();
      embeds = [];
      deck = null;
    },
  };
}
