// The camera: it scrolls what the sentence speaks of into view, where it is not in view already.
import type { Scene } from '../timeline/scene';
import { spokenOf, type Spoken } from '../timeline/sentence-things';
import { boxOf } from '../ui/zoomed-box';
import type { Places } from './page-places';
import { reducedMotion } from '../ui/reduced-motion';

/** What is left free around a thing, in px. */
const MARGIN = 4;

/** Where a thing is drawn, and what to scroll to get there. */
interface Found {
  box: DOMRect;
  element: Element;
}

/** An element with its box. */
const found = (element: Element | null | undefined): Found | null =>
  element ? { box: boxOf(element), element } : null;

/** The row on the stage. */
const rowIn = (stage: Element) =>
  stage.querySelector('[data-part=row] svg') ?? stage.querySelector('[data-part=row]');

/** Finds where a thing is drawn. */
function find(stage: Element, thing: Spoken, scene: Scene, places: Places): Found | null {
  switch (thing.what) {
    case 'row': {
      const chunk =
        thing.chunk !== null && stage.querySelector(`[data-flight="chunk ${thing.chunk}"]`);
      return found(chunk || rowIn(stage));
    }
    case 'value':
      return found(stage.querySelector('[data-part=value]') ?? rowIn(stage));
    case 'tree':
      return found(stage.querySelector('[data-part=tree]'));
    case 'log':
      return found(stage.querySelector('[data-part=log]'));
    case 'page':
    case 'relation': {
      const name = scene.names.ofFile(thing.file)?.name ?? '';
      const element = stage.querySelector(`[data-relation="${CSS.escape(name)}"]`);
      const box = thing.what === 'page' ? places.find(thing.file, thing.block) : null;
      return element && box ? { box, element } : found(element);
    }
  }
}

/** How far a scroll container must scroll to show the extent from `from` to `to`. */
function distance(from: number, to: number, start: number, end: number): number {
  if (to - from > end - start || from < start) return from - start;
  return to > end ? to - end : 0;
}

/** Whether an element can be scrolled. */
const scrolls = (element: Element) =>
  element.scrollHeight > element.clientHeight + 1 &&
  ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);

/** Scrolls each container around a thing, from the innermost, until the thing is in view. */
function reveal({ box, element }: Found) {
  let { top, bottom } = box;
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (!scrolls(around)) continue;
    const port = boxOf(around);
    const by = distance(top - MARGIN, bottom + MARGIN, port.top, port.bottom);
    if (by === 0) continue;
    const before = around.scrollTop;
    around.scrollTo({ top: before + by, behavior: 'instant' });
    top -= around.scrollTop - before;
    bottom -= around.scrollTop - before;
  }
}

/** Scrolls to the things that the scene's sentence names, the most specific last. */
export function follow(stage: Element, scene: Scene, places: Places) {
  if (!scene.frame) return;
  for (const thing of spokenOf(scene.frame, scene.pins, scene.names)) {
    if (thing.what === 'page') places.turn(thing.file, thing.block);
    const there = find(stage, thing, scene, places);
    if (there) reveal(there);
  }
}

/** Scrolls the page to the stage unless all of it is in view; on a phone it is below the text. */
export function approach(stage: Element) {
  const { top, bottom } = stage.getBoundingClientRect();
  const bar = parseFloat(getComputedStyle(stage).getPropertyValue('--bar')) || 0;
  if (top >= 0 && bottom <= innerHeight - bar + 1) return;
  scrollBy({ top, behavior: reducedMotion.matches ? 'instant' : 'smooth' });
}
