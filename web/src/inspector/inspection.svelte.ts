// What the inspector shows: the way to it, its fields and bytes, which are open, chosen, pointed at.
import { limits } from '../engine/limits';
import type { Answers, Field, OpenAnswer, Place, Question } from '../engine/protocol';
import { ancestors, canOpen, deepest, fieldAt, visibleRows, type Path } from '../layout/field-tree';
import type { ByteHighlight, Origin } from '../workbench/byte-highlight.svelte';

/** What is asked of the engine. */
export interface Source {
  ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null>;
}

/** A step of the way: what was opened, and how it is called. */
export interface Crumb {
  place: Place;
  label: string;
}

const NAMED = /^(?:tuple|chunk|entry|item) (\d+)$/;

/** The line pointer that an item of a page has, or 0. */
export const itemOf = (field: Field | undefined) => Number(NAMED.exec(field?.name ?? '')?.[1] ?? 0);

/** Whether two places are the same page or value; items on the page left aside. */
export function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'record' || b.kind === 'record')
    return a.kind === 'record' && b.kind === 'record' && a.lsn === b.lsn;
  if (a.kind === 'image' || b.kind === 'image')
    return a.kind === 'image' && b.kind === 'image' && a.lsn === b.lsn && a.id === b.id;
  if (a.relation !== b.relation || a.block !== b.block) return false;
  if (a.kind === 'page') return b.kind === 'page' && a.fork === b.fork;
  return b.kind === 'value' && a.item === b.item && a.column === b.column && a.plain === b.plain;
}

/** By `What` of `inspect::fields`; all others are the heap's. */
const HUES: Partial<Record<OpenAnswer['opened']['what'], 'toast' | 'index' | 'wal'>> = {
  toast: 'toast',
  value: 'toast',
  btree: 'index',
  btreeMeta: 'index',
  record: 'wal',
};

export class Inspection {
  trail = $state.raw<Crumb[]>([]);
  answer = $state.raw<OpenAnswer | null>(null);
  /** Why there is nothing to show. */
  gone = $state('');
  opened = $state.raw<ReadonlySet<Path>>(new Set());
  chosen = $state<Path>('');
  hovered = $state<Path | null>(null);
  #grown = $state(0);
  #opening = 0;
  /** How many times something else was opened: what shows it begins at its beginning. */
  began = $state(0);

  place = $derived(this.trail.at(-1)?.place ?? null);
  tree = $derived(this.answer?.opened.tree ?? null);
  rows = $derived.by(() =>
    this.#grown >= 0 && this.tree ? visibleRows(this.tree, this.opened) : [],
  );
  field = $derived.by(() =>
    this.#grown >= 0 && this.tree ? fieldAt(this.tree, this.chosen) : undefined,
  );
  /** What is pointed at here, or else by the stage. */
  lit = $derived.by(() => {
    if (this.hovered !== null) return this.hovered;
    const { place, tree } = this;
    const range =
      place?.kind === 'page' && this.highlight.on(place.relation, place.block, place.fork);
    return range && tree && range.length < limits.blockSize
      ? deepest(tree, range.at, range.length)
      : null;
  });

  /** The bytes of what is lit, and of what is chosen; null for the whole, and for what has none. */
  litBytes = $derived.by(() => this.#bytesOf(this.lit));
  chosenBytes = $derived.by(() => (this.#grown >= 0 ? this.#bytesOf(this.chosen) : null));
  /** What is said in words: what is lit, else what is chosen, else all of it. */
  told = $derived.by(() => {
    const { tree, lit } = this;
    return (lit !== null && tree ? fieldAt(tree, lit) : undefined) ?? this.field ?? tree;
  });
  /** Whose colours it has. */
  hue = $derived.by(() => HUES[this.answer?.opened.what ?? 'heap'] ?? 'heap');

  constructor(
    private readonly source: Source,
    private readonly highlight: ByteHighlight,
  ) {}

  /** The bytes that the tree describes. */
  bytes = $derived.by(() => {
    const { answer, place } = this;
    if (!answer) return new Uint8Array();
    return place?.kind === 'value' && place.plain && answer.plain.length > 0
      ? answer.plain
      : answer.stored;
  });

  #bytesOf(path: Path | null) {
    const field = path && this.tree ? fieldAt(this.tree, path) : undefined;
    return field && field.length > 0 ? { at: field.at, length: field.length } : null;
  }

  /** How many times children were added; what draws the tree reads it. */
  get grown() {
    return this.#grown;
  }

  /** Starts over with this. */
  async start(place: Place) {
    if (this.place && samePlace(this.place, place)) return this.#toItem(place);
    await this.#show([{ place, label: '' }]);
  }

  /** Goes on to this. */
  async follow(place: Place) {
    const known = this.trail.findIndex((c) => samePlace(c.place, place));
    await this.#show(
      known >= 0
        ? [...this.trail.slice(0, known), { place, label: '' }]
        : [...this.trail, { place, label: '' }],
    );
  }

  /** Shows another instead of the last: the next page, the other side of a value. */
  async instead(place: Place) {
    await this.#show([...this.trail.slice(0, -1), { place, label: '' }]);
  }

  /** Back to a step of the way. */
  async back(step: number) {
    await this.#show(this.trail.slice(0, step + 1));
  }

  /** Reads the same again, after something ran; what is open and chosen stays so. */
  async refresh() {
    const { place } = this;
    if (!place || this.#opening > 0) return;
    const answer = await this.source.ask<'open'>({ kind: 'open', place });
    if (this.place !== place) return;
    this.answer = answer;
    this.gone = answer ? '' : 'It is not there any more.';
    for (const path of [...this.opened].sort()) await this.#fill(path);
  }

  close() {
    this.trail = [];
    this.answer = null;
    this.hovered = null;
  }

  async #show(trail: Crumb[]) {
    this.trail = trail;
    const place = this.place;
    if (!place) return;
    this.hovered = null;
    this.#opening++;
    const answer = await this.source.ask<'open'>({ kind: 'open', place });
    this.#opening--;
    if (this.place !== place) return;
    this.answer = answer;
    this.gone = answer ? '' : 'It is not there any more.';
    const label = answer ? labelOf(answer) : (trail.at(-1)?.label ?? '');
    this.trail = [...trail.slice(0, -1), { place, label }];
    this.opened = new Set(firstOpened(answer));
    this.chosen = '';
    this.began++;
    await this.#toItem(place);
  }

  async #toItem(place: Place) {
    const item = place.kind === 'page' ? place.item : 0;
    if (item === 0 || !this.tree) return;
    const child = this.tree.children.findIndex((f) => itemOf(f) === item);
    if (child >= 0 && this.itemChosen() !== item) await this.choose(String(child), true);
  }

  /** The line pointer of the item that the chosen field belongs to, or 0. */
  itemChosen(): number {
    const child = this.chosen.split('.')[0];
    return child ? itemOf(this.tree?.children[Number(child)]) : 0;
  }

  /** Chooses a field and opens what is above it, and itself if wanted. */
  async choose(path: Path, open = false) {
    this.chosen = path;
    const all = new Set(this.opened);
    const size = all.size;
    for (const above of ancestors(path)) if (open || above !== path) all.add(above);
    if (all.size !== size) this.opened = all;
    if (open) await this.#fill(path);
  }

  /** Opens or closes a field. */
  async toggle(path: Path) {
    const all = new Set(this.opened);
    if (!all.delete(path)) all.add(path);
    this.opened = all;
    if (all.has(path)) await this.#fill(path);
  }

  /** Chooses the lowest field of a byte; what is closed on the way is opened. */
  async chooseByte(at: number) {
    for (let step = 0; step < 12 && this.tree; step++) {
      const path = deepest(this.tree, at);
      const field = fieldAt(this.tree, path);
      await this.choose(path, field?.more !== undefined);
      if (!field?.more || fieldAt(this.tree, path)?.more) return;
    }
  }

  /** Asks for the children of a field that were left for later. */
  async #fill(path: Path) {
    const { place, tree } = this;
    const field = tree && fieldAt(tree, path);
    if (!place || !field?.more) return;
    const children = await this.source.ask<'more'>({ kind: 'more', place, more: field.more });
    if (this.tree !== tree || !children) return;
    field.children = children;
    field.more = undefined;
    this.#grown++;
  }

  /** Points at a field, or at nothing. */
  point(path: Path | null, origin: Origin) {
    this.hovered = path === '' ? null : path;
    const { place, tree } = this;
    const field = tree && path ? fieldAt(tree, path) : undefined;
    if (!field || place?.kind !== 'page' || field.length === 0) {
      this.highlight.clear(origin);
      return;
    }
    const { relation, fork, block } = place;
    this.highlight.show({ relation, fork, block, at: field.at, length: field.length }, origin);
  }

  /** Points at the lowest field of a byte. */
  pointByte(at: number | null) {
    this.point(at === null || !this.tree ? null : deepest(this.tree, at), 'bytes');
  }

  isOpen = (path: Path) => this.opened.has(path);
  canOpen = (path: Path) => {
    const field = this.tree && fieldAt(this.tree, path);
    return field ? canOpen(field) : false;
  };
}

/** What a page or value is called on the way. */
function labelOf({ opened }: OpenAnswer): string {
  const { place, relation, value } = opened;
  if (place.kind === 'record') return `${relation} at ${opened.qualified}`;
  if (place.kind === 'image') return `${relation} ${opened.tree.name}, as logged`;
  if (place.kind === 'value') {
    const where = `(${place.block},${place.item})`;
    const side = value?.method ? (place.plain ? ', plain' : ', stored') : '';
    return `${value?.column ?? ''} of ${where}${side}`;
  }
  const fork = place.fork === 'main' ? '' : ` ${place.fork}`;
  return `${relation}${fork} page ${place.block}`;
}

/** What is open at first: everything that is short. */
function firstOpened(answer: OpenAnswer | null): Path[] {
  if (!answer) return [];
  const { tree, what } = answer.opened;
  const open: Path[] = [];
  tree.children.forEach((child, i) => {
    const short = child.children.length > 0 && child.children.length <= 12;
    if (what === 'value' || what === 'record' || (what === 'btreeMeta' && short))
      open.push(String(i));
    if (what === 'value' && child.children.length > 0)
      child.children.forEach((_, k) => open.push(`${i}.${k}`));
  });
  return open;
}
