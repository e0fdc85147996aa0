// The size of the stage, and the manner in which it is drawn there, so that all that the sentence speaks of can be
// seen.
import { flushSync, getContext, setContext } from 'svelte';
import { manners, type Manner, type Parts } from '../layout/manner';
import type { Scene } from '../timeline/scene';

const PLAIN: Manner = { zoom: 1, dense: 0, beside: false };

/** Whether two manners are one. */
const same = (a: Manner, b: Manner | undefined) =>
  a.zoom === b?.zoom && a.dense === b.dense && a.beside === b.beside && a.tree === b.tree;

/** How much taller a stage is when it is a different one: not yet when the sentence below it has a line less. */
const TALLER = 1.08;

/** The parts of the stage. */
const partsOf = (stage: Element) => [
  ...stage.querySelectorAll<HTMLElement>(':scope > [data-part]'),
];

/** Whether the parts take more height than there is. Maps that are not drawn anew yet do not count. */
const overflows = (stage: HTMLElement) =>
  partsOf(stage).some((part) => part.offsetTop + part.offsetHeight > stage.clientHeight + 1);

/** px above and below the parts. */
const AROUND = 24;

/** The size of one stage in px, and the manner that was found for it. */
export class StageSize {
  manner = $state.raw(PLAIN);
  /** px around the stage, as its surroundings are laid out. */
  width = $state(0);
  height = $state(0);
  #list: Manner[] = [PLAIN];
  #at = 0;
  #fittedFor = '';
  #height = 0;
  /** The stage that this one is compared with: both are drawn in one manner while they show one statement. */
  beside: StageSize | undefined;
  #now = '';
  #again = () => {};
  /** Which manner a statement needed at a size: when the statement is shown again, nothing moves. */
  readonly #known = new Map<string, number>();

  /** px that the row's picture was tall before: what lies below does not move when it gets lower, where there is room. */
  kept = $state(0);

  /** The scene whose manner was found; null while manners are tried. */
  #fitted = $state.raw<Scene | null>(null);
  #waits: ReturnType<typeof setTimeout> | undefined;
  readonly #maps = new Set<() => void>();

  /** px that the pages have. */
  docked = $state.raw({ width: 0, height: 0 });

  /** Which drawings the stage leaves out in its present manner (`layout/manner.ts`). */
  get dense() {
    return this.manner.dense;
  }

  /** Whether a scene can be painted: on a stage that is fitted to its height, only once the scene has its manner. */
  paints(scene: Scene): boolean {
    return this.height === 0 || this.#fitted === scene;
  }

  /** Has a map measured whenever a manner was found, all maps in a row before the first of them is painted. */
  measures(measure: () => void): () => void {
    this.#maps.add(measure);
    return () => this.#maps.delete(measure);
  }

  /** Draws the stage in the best manner that fits. `subject` names what is drawn: a new
   * one starts the choice again. */
  fit(stage: HTMLElement, subject: string, parts: Parts, scene: Scene) {
    const { width, height } = this;
    if (width === 0 || height === 0) return;
    const what = `${subject} ${width} ${parts.two} ${parts.alone}`;
    const now = `${what} ${height}`;
    if (what !== this.#fittedFor || height !== this.#height) {
      const list = manners(width, height, parts);
      // What did not fit does not fit with less room, and hardly with a little more.
      const near = what === this.#fittedFor && height < this.#height * TALLER;
      const from = near && same(this.manner, list[this.#at]) ? this.#at : 0;
      this.#fittedFor = what;
      this.#height = height;
      this.#list = list;
      this.#take(stage, this.#known.get(now) ?? from);
    }
    this.#dock(stage);
    if (this.kept > 0 && overflows(stage)) {
      this.kept = 0;
      flushSync();
      this.#dock(stage);
    }
    this.#now = now;
    this.#again = () => this.fit(stage, subject, parts, scene);
    const alike = this.beside && this.beside.#now === now ? this.beside : this;
    if (alike.#at > this.#at) this.#take(stage, alike.#at);
    while (overflows(stage) && this.#at + 1 < this.#list.length) this.#take(stage, this.#at + 1);
    if (alike.#at < this.#at) alike.#again();
    if (this.#known.size > 500) this.#known.clear();
    this.#known.set(now, this.#at);
    /** Lets the maps take the room there is, and so paints them; the scene has found its manner then. */
    const paint = () => {
      for (const measure of this.#maps) measure();
      this.#fitted = scene;
    };
    clearTimeout(this.#waits);
    // To find a manner takes its time: maps are painted in a task of their own then.
    if (this.#fitted) paint();
    else this.#waits = setTimeout(paint);
  }

  /** Keeps room for a row's picture of this height in px; 0 frees it. */
  keep(height: number) {
    this.kept = height === 0 ? 0 : Math.max(this.kept, height);
  }

  /** Takes a manner from the list, and finds which maps of pages have room in it. */
  #take(stage: HTMLElement, at: number) {
    this.#at = at;
    const manner = this.#list[at] ?? PLAIN;
    if (!same(this.manner, manner)) {
      this.#fitted = null;
      this.manner = manner;
    }
    this.kept = 0;
    flushSync();
    this.#dock(stage);
  }

  /** Measures the room that the other parts leave to the maps of pages. */
  #dock(stage: HTMLElement) {
    const dock = stage.querySelector<HTMLElement>('[data-part=pages]');
    // Pages that nobody speaks of keep their drawing while they are hidden.
    if (!dock || dock.clientWidth === 0) return;
    const { beside } = this.manner;
    const others = partsOf(stage)
      .filter((part) => part !== dock && !(beside && part.dataset.part === 'row'))
      .reduce((sum, part) => sum + part.offsetHeight, 0);
    const width = dock.clientWidth;
    const height = Math.max(0, stage.clientHeight - others - AROUND);
    if (width === this.docked.width && height === this.docked.height) return;
    this.docked = { width, height };
    flushSync();
  }
}

const KEY = Symbol('room');
/** Provides the size of the stage to all components below. */
export const provideStageSize = (size = new StageSize()) => setContext(KEY, size);
/** The stage size that the nearest ancestor provides. */
export const useStageSize = () => getContext<StageSize | undefined>(KEY);
