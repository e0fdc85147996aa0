// The fields and bytes of the place that the inspector has open: which fields are expanded, which one is chosen, and
// which one is pointed at.
import { untrack } from 'svelte';
import { limits } from '../engine/limits';
import type { Answers, OpenAnswer, Place, Question } from '../engine/protocol';
import { ancestors, canOpen, deepest, fieldAt, visibleRows, type Path } from '../layout/field-tree';
import type { ByteHighlight, Origin } from '../workbench/byte-highlight.svelte';
import type { LookedAt } from '../workbench/looked-at.svelte';

/** What answers the inspector's questions: the session. */
export interface Source {
  ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K] | null>;
}

/** The hue by kind of place (`What` in `engine/client/src/inspect/fields/open.rs`); all others are the heap's. */
const HUES: Partial<Record<OpenAnswer['opened']['what'], 'toast' | 'index' | 'wal'>> = {
  toast: 'toast',
  value: 'toast',
  btree: 'index',
  btreeMeta: 'index',
  record: 'wal',
};

/** What the inspector shows of the open place, and which of its fields are expanded, chosen and pointed at. */
export class Inspection {
  answer = $state.raw<OpenAnswer | null>(null);
  /** A sentence that says why there is nothing to show, or empty. */
  gone = $state('');
  opened = $state.raw<ReadonlySet<Path>>(new Set());
  /** The field that was chosen last; it may be of another item than the open one. */
  #path = $state<Path>('');
  hovered = $state<Path | null>(null);
  #grown = $state(0);
  /** Grows when another place is opened: views scroll to their beginning. */
  began = $state(0);
  /** The last question: the place, and `changes` at that time. */
  #asked: { place: Place | null; changes: number } = { place: null, changes: 0 };
  /** The place that `answer` is about. */
  #came: Place | null = null;

  tree = $derived(this.answer?.opened.tree ?? null);
  rows = $derived.by(() =>
    this.#grown >= 0 && this.tree ? visibleRows(this.tree, this.opened) : [],
  );
  /** The chosen field; the open item, if the field chosen last is of another one. */
  chosen = $derived.by(() =>
    this.#itemOf(this.#path) === this.looked.item ? this.#path : this.pathOf(this.looked.item),
  );
  field = $derived.by(() =>
    this.#grown >= 0 && this.tree ? fieldAt(this.tree, this.chosen) : undefined,
  );
  /** The field that is pointed at, here or on the stage. */
  highlighted = $derived.by(() => {
    if (this.hovered !== null) return this.hovered;
    const { place, tree } = this;
    const range =
      place?.kind === 'page' && this.highlight.on(place.relation, place.block, place.fork);
    return range && tree && range.length < limits.blockSize
      ? deepest(tree, range.at, range.length)
      : null;
  });

  /** The bytes of the highlighted and of the chosen field; null for the whole, and for a field without bytes. */
  highlightedBytes = $derived.by(() => this.#bytesOf(this.highlighted));
  chosenBytes = $derived.by(() => (this.#grown >= 0 ? this.#bytesOf(this.chosen) : null));
  /** The field that is explained below: the highlighted one, else the chosen one, else the whole. */
  explained = $derived.by(() => {
    const { tree, highlighted } = this;
    return (
      (highlighted !== null && tree ? fieldAt(tree, highlighted) : undefined) ?? this.field ?? tree
    );
  });
  /** The hue of heap, TOAST, index or WAL. */
  hue = $derived.by(() => HUES[this.answer?.opened.what ?? 'heap'] ?? 'heap');

  constructor(
    private readonly source: Source,
    private readonly highlight: ByteHighlight,
    readonly looked: LookedAt,
  ) {}

  /** The place that is open. */
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

  /** The bytes of the field at a path. */
  #bytesOf(path: Path | null) {
    const field = path && this.tree ? fieldAt(this.tree, path) : undefined;
    return field && field.length > 0 ? { at: field.at, length: field.length } : null;
  }

  /** A counter that grows when children are added to the tree, which is not reactive. */
  get grown() {
    return this.#grown;
  }

  /** Loads the open place whenever it changes, as long as the calling component lives. */
  follow() {
    $effect(() => {
      const { place, item, changes } = this.looked;
      void [place, item, changes];
      untrack(() => void this.load());
    });
  }

  /**
   * Loads the open place unless it is loaded. If only its bytes changed, the expanded and chosen fields stay.
   * Then expands the open item.
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
    await this.#chooseItem();
  }

  /** Takes over what the engine answered about a place. */
  async #take(place: Place | null, answer: OpenAnswer | null) {
    // The page is gone: close the inspector.
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

  /** Chooses the field of the item that is looked at, unless it, or a field in it, is chosen already. */
  async #chooseItem() {
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

  /** Chooses a field, and expands its ancestors, and with `open` the field itself. */
  async choose(path: Path, open = false) {
    this.#path = path;
    if (this.place?.kind === 'page') this.looked.item = this.#itemOf(path);
    const all = new Set(this.opened);
    const size = all.size;
    for (const above of ancestors(path)) if (open || above !== path) all.add(above);
    if (all.size !== size) this.opened = all;
    if (open) await this.#fill(path);
  }

  /** Expands or collapses a field. */
  async toggle(path: Path) {
    const all = new Set(this.opened);
    if (!all.delete(path)) all.add(path);
    this.opened = all;
    if (all.has(path)) await this.#fill(path);
  }

  /** Chooses the deepest field at a byte, expanding its ancestors. */
  async chooseByte(at: number) {
    for (let step = 0; step < 12 && this.tree; step++) {
      const path = deepest(this.tree, at);
      const field = fieldAt(this.tree, path);
      await this.choose(path, field?.more !== undefined);
      if (!field?.more || fieldAt(this.tree, path)?.more) return;
    }
  }

  /** Asks for the children of a field, if they were left out when the place was opened. */
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

  /** Points at the deepest field at a byte. */
  pointByte(at: number | null) {
    this.point(at === null || !this.tree ? null : deepest(this.tree, at), 'bytes');
  }

  /** Whether the field at this path is expanded. */
  isOpen = (path: Path) => this.opened.has(path);
  /** Whether the field at this path can be expanded. */
  canOpen = (path: Path) => {
    const field = this.tree && fieldAt(this.tree, path);
    return field ? canOpen(field) : false;
  };
}

/** The name of an opened place on the trail. */
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

/** The fields that are expanded at first: those with few children. */
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
