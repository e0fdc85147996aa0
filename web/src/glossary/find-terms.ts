// Finds terms of the glossary in a text, each at its first occurrence.

/** A piece of text; `term` is the place of its entry in the glossary, where it has one. */
export interface Piece {
  text: string;
  term?: number;
}

/** The pieces of each text that has a term in it. */
export type Marks = ReadonlyMap<object, readonly Piece[]>;

/** What may not stand beside a term: it would be part of a longer word or name. */
const WORD = String.raw`[\w$-]`;
/** Words that lead elsewhere when they are pressed, and texts that are no prose. */
const LEFT_OUT = new Set(['link', 'thing', 'sample', 'heading', 'value']);

/** A text as a regular expression that matches it literally. */
const escapeRegExp = (form: string) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Returns a function that finds terms in a text: `names[i]` has the forms of entry `i`. Where forms overlap,
 * the longest wins.
 */
export function finder(names: readonly (readonly string[])[]) {
  const entryOf = new Map(names.flatMap((forms, i) => forms.map((form) => [form, i] as const)));
  const all = [...entryOf.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const pattern = new RegExp(`(?<!${WORD})(?:${all.join('|')})(?!${WORD})`, 'g');

  /** The text in pieces: terms and plain text. A term in `seen` stays plain; the others are added to it. */
  function split(text: string, seen: Set<number>): Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (const { 0: form, index } of text.matchAll(pattern)) {
      const term = entryOf.get(form);
      if (term === undefined || seen.has(term)) continue;
      seen.add(term);
      if (index > from) pieces.push({ text: text.slice(from, index) });
      pieces.push({ text: form, term });
      from = index + form.length;
    }
    if (from < text.length) pieces.push({ text: text.slice(from) });
    return pieces;
  }

  /** Marks the terms of some prose, each where it first stands: a tree whose leaves have `kind: 'text'` and a `text`. */
  return function marksOf(prose: unknown): Marks {
    const marks = new Map<object, readonly Piece[]>();
    const seen = new Set<number>();
    /** Looks for terms in a part of the text and in what is in it. */
    const visit = (node: unknown) => {
      if (typeof node !== 'object' || node === null) return;
      if (Array.isArray(node)) return node.forEach(visit);
      const { kind, text } = node as { kind?: unknown; text?: unknown };
      if (LEFT_OUT.has(kind as string)) return;
      if (kind !== 'text' || typeof text !== 'string') return Object.values(node).forEach(visit);
      const pieces = split(text, seen);
      if (pieces.some((piece) => piece.term !== undefined)) marks.set(node, pieces);
    };
    visit(prose);
    return marks;
  };
}
