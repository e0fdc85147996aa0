// The console's editor, made of CodeMirror. It is loaded after the page is drawn.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
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
import {
  functionsOf,
  namespaceOf,
  completionsFor,
  type Ask,
  type Functions,
  type Schema,
} from './completions';

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
/** The colouring of these lines. It moves with the text that is edited, until `setMarks` replaces it. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let set = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      /** Gives a line of the text a class. */
      const line = (n: number, name: string) =>
        Decoration.line({ class: name }).range(doc.line(n).from);
      /** Whether the text has this line. */
      const known = (n: number) => n >= 1 && n <= doc.lines;
      const all = effect.value.failed.filter(known).map((n) => line(n, 'cm-failed'));
      if (known(effect.value.running)) all.push(line(effect.value.running, 'cm-running'));
      set = Decoration.set(all, true);
    }
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The console's editor, as the component that shows it uses it. */
export interface Editor {
  mark(running: number, failed: number[]): void;
  /** Replaces the text, unless it is the same; undoing brings the earlier text back. */
  setText(text: string): void;
  /** Sets the tables and columns that the completions know. */
  setSchema(schema: Schema): void;
  /** Puts a statement at the script's end, in the place of the one recalled before, and the cursor after it. */
  recall(statement: string): void;
  focus(): void;
  destroy(): void;
}

/** What the editor is made with: where it stands, its text, and whom it tells of what somebody does. */
export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  changed: (text: string, position: number) => void;
  runStatement: () => void;
  runAll: () => void;
  /** Runs a line of SQL for the completions, and undoes it. */
  ask: Ask;
  /** The statements that ran, the last one first; a new list after each run. */
  ran: () => readonly string[];
  /** The statement before or after the one recalled; null when there is none. */
  recalled: (by: -1 | 1) => string | null;
}

/** Where the statement stands that was recalled last, until something else is changed. */
const setRecalled = StateEffect.define<{ from: number; to: number }>();
const recalledAt = StateField.define<{ from: number; to: number } | null>({
  create: () => null,
  update(at, transaction) {
    for (const effect of transaction.effects) if (effect.is(setRecalled)) return effect.value;
    return transaction.docChanged ? null : at;
  },
});

/** Keywords, the names that the session has, and functions. */
const languageOf = (schema: Schema, functions: Functions) => [
  sql({ dialect: PostgreSQL, upperCaseKeywords: true, schema: namespaceOf(schema) }),
  PostgreSQL.language.data.of({ autocomplete: completionsFor(schema, functions) }),
];

/** Puts a CodeMirror editor into an element. */
export function createEditor(options: EditorOptions): Editor {
  const language = new Compartment();
  const functions = functionsOf(options.ask, options.ran);
  /** Tells the page the text and where the cursor is. */
  const tell = (state: EditorState) =>
    options.changed(state.doc.toString(), state.selection.main.head);
  /** A key's command that always counts as handled. */
  const command = (run: () => void) => () => {
    run();
    return true;
  };
  /** Puts a statement in the place of the one recalled before, or at the end. */
  const recall = (statement: string) => {
    const { doc } = view.state;
    const before = view.state.field(recalledAt);
    const from = before?.from ?? doc.length;
    const begins = before || from === 0 || doc.lineAt(from).from === from ? '' : '\n';
    const at = from + begins.length;
    const to = at + statement.length;
    view.dispatch({
      changes: { from, to: before?.to ?? from, insert: begins + statement },
      effects: setRecalled.of({ from: at, to }),
      selection: { anchor: to },
      scrollIntoView: true,
    });
  };
  /** The command that recalls the statement before or after. */
  const step = (by: -1 | 1) => () => {
    const statement = options.recalled(by);
    if (statement !== null) recall(statement);
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
            { key: 'Alt-ArrowUp', run: step(-1) },
            { key: 'Alt-ArrowDown', run: step(1) },
          ]),
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        autocompletion({ icons: false }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        recalledAt,
        // Tab leaves the editor, unless Escape was not pressed and something is selected.
        keymap.of([{ ...indentWithTab, preventDefault: false, run: () => false }]),
        language.of(languageOf({}, functions)),
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
    setText: (text) => {
      const { doc } = view.state;
      if (text === doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        annotations: isolateHistory.of('full'),
        selection: { anchor: 0 },
        scrollIntoView: true,
      });
    },
    setSchema: (schema) =>
      view.dispatch({ effects: language.reconfigure(languageOf(schema, functions)) }),
    recall,
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
