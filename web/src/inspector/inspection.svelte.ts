// The fields and bytes of what is looked at: which are open, chosen, pointed at.
import { untrack } from 'svelte';
import { limits } from '../engine/limits';
import type { Answers, OpenAnswer, Place, Question } from '../engine/protocol';
import { ancestors, canOpen, deepest, fieldAt, visibleRows, type Path } from '../layout/field-tree';
import type { ByteHighlight, Origin } from '../workbench/byte-highlight.svelte';
import type { LookedAt } from '../workbench/looked-at.svelte';

/** What is asked of the engine. */
export interface Source {
  ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null>;
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
  answer = $state.raw<OpenAnswer | null>(null);
  /** Why there is nothing to show. */
  gone = $state('');
  opened = $state.raw<ReadonlySet<Path>>(new Set());
  /** The field that was chosen last, which may be of an item that is not looked at any more. */
  #path = $state<Path>('');
  hovered = $state<Path | null>(null);
  #grown = $state(0);
  /** How many times something else was opened: what shows it begins at its beginning. */
  began = $state(0);
  /** What was asked for last: which place, and how many changes before. */
  #asked: { place: Place | null; changes: number } = { place: null, changes: 0 };
  /** The place whose answer came last. */
  #came: Place | null = null;

  tree = $derived(this.answer?.opened.tree ?? null);
  rows = $derived.by(() =>
    this.#grown >= 0 && this.tree ? visibleRows(this.tree, this.opened) : [],
  );
  /** The field that is looked at: the item, where what was chosen is not of it. */
  chosen = $derived.by(() =>
    this.#itemOf(this.#path) === this.looked.item ? this.#path : this.pathOf(this.looked.item),
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
    readonly looked: LookedAt,
  ) {}

  /** What is looked at. */
  get place() {
    return this.looked.place;
  }

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

  /** Reads what is looked at whenever that changes, as long as the component lives that asks for it. */
  follow() {
    $effect(() => {
      const { place, item, changes } = this.looked;
      void [place, item, changes];
      untrack(() => void this.load());
    });
  }

  /**
   * Reads what is looked at, unless it was read already: another place anew, the same one with what is open and chosen
   * kept. Then the item is opened.
   */
  async load() {
    const { place, changes } = this.looked;
    if (place !== this.#asked.place || changes !== this.#asked.changes) {
      const asked = (this.#asked = { place, changes });
      if (place !== this.#came) this.hovered = null;
      const answer = place && (await this.source.ask<'open'>({ kind: 'open', place }));
      if (asked !== this.#asked) return;
      await this.#take(place, answer);
    }
    await this.#openItem();
  }

  async #take(place: Place | null, answer: OpenAnswer | null) {
    // With a page, all that was looked at on it is gone.
    if (!answer && place?.kind === 'page' && place.fork === 'main') return this.looked.close();
    const other = place !== this.#came;
    this.#came = place;
    this.answer = answer;
    this.gone = answer || !place ? '' : 'It is not there any more.';
    if (!other) {
      for (const path of [...this.opened].sort()) await this.#fill(path);
      return;
    }
    if (answer) this.looked.name(labelOf(answer));
    this.opened = new Set(firstOpened(answer));
    this.#path = '';
    this.began++;
  }

  async #openItem() {
    const { item } = this.looked;
    const path = this.pathOf(item);
    if (path && this.#itemOf(this.#path) !== item) await this.choose(path, true);
  }

  /** The path of the item with this line pointer; empty without one. */
  pathOf(item: number): Path {
    const child = item > 0 ? (this.tree?.children.findIndex((f) => f.item === item) ?? -1) : -1;
    return child >= 0 ? String(child) : '';
  }

  /** The line pointer of the item that a field belongs to, or 0. */
  #itemOf(path: Path): number {
    const child = path.split('.')[0];
    return (child && this.tree?.children[Number(child)]?.item) || 0;
  }

  /** Chooses a field and opens what is above it, and itself if wanted. */
  async choose(path: Path, open = false) {
    this.#path = path;
    if (this.place?.kind === 'page') this.looked.item = this.#itemOf(path);
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
