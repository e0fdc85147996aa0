// The editor itself, loaded after the page is drawn.
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--heap-4)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--index-4)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--toast-5)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'var(--ink-soft)',
    fontStyle: 'italic',
  },
  { tag: tags.typeName, color: 'var(--wal-4)' },
]);

/** The line that runs, and the lines that failed; from 1. */
const setMarks = StateEffect.define<{ running: number; failed: number[] }>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let set = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      const line = (n: number, name: string) =>
        Decoration.line({ class: name }).range(doc.line(n).from);
      const known = (n: number) => n >= 1 && n <= doc.lines;
      const all = effect.value.failed.filter(known).map((n) => line(n, 'cm-failed'));
      if (known(effect.value.running)) all.push(line(effect.value.running, 'cm-running'));
      set = Decoration.set(all, true);
    }
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface Editor {
  mark(running: number, failed: number[]): void;
  setText(text: string): void;
  focus(): void;
  destroy(): void;
}

export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  changed: (text: string, position: number) => void;
  runStatement: () => void;
  runAll: () => void;
}

/** Puts an editor into an element. */
export function createEditor(options: EditorOptions): Editor {
  const language = new Compartment();
  const tell = (state: EditorState) =>
    options.changed(state.doc.toString(), state.selection.main.head);
  const command = (run: () => void) => () => {
    run();
    return true;
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run: command(options.runStatement) },
            { key: 'Mod-Shift-Enter', run: command(options.runAll) },
          ]),
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        // Tab leaves the editor, unless Escape was not pressed and something is selected.
        keymap.of([{ ...indentWithTab, preventDefault: false, run: () => false }]),
        language.of(sql({ dialect: PostgreSQL, upperCaseKeywords: true })),
        syntaxHighlighting(colours),
        marks,
        EditorView.contentAttributes.of({
          'aria-label': 'SQL script',
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged || update.selectionSet) tell(update.state);
        }),
      ],
    }),
  });
  return {
    mark: (running, failed) => {
      const effects: StateEffect<unknown>[] = [setMarks.of({ running, failed })];
      const shown = running >= 1 && running <= view.state.doc.lines;
      if (shown) {
        effects.push(
          EditorView.scrollIntoView(view.state.doc.line(running).from, { y: 'nearest' }),
        );
      }
      view.dispatch({ effects });
    },
    setText: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
