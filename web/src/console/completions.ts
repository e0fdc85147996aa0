// The completions while somebody types: the session's columns and tables first, then functions, then keywords.
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';
import { statementAt } from './split-statements';

/** The tables there are, and their columns. */
export type Schema = Record<string, readonly string[]>;

/** The names of the functions that there are. */
export type Functions = () => Promise<readonly string[]>;

/** Runs a line of SQL, undoes what it did, and returns what psql printed; null where nobody can be asked. */
export type Ask = (sql: string) => Promise<string | null> | null;

/** The names of the functions, asked of the engine again after other statements ran. */
export function functionsOf(ask: Ask, ran: () => unknown): Functions {
  let known: { after: unknown; names: Promise<readonly string[]> } | null = null;
  return () => {
    const after = ran();
    if (known && known.after === after) return known.names;
    const printed = Promise.resolve(ask("SELECT string_agg(DISTINCT proname, ' ') FROM pg_proc;"));
    const names = printed.then((text) => text?.match(/[a-z_]\w+/g) ?? []);
    known = { after, names };
    return names;
  };
}

/** How far ahead of keywords each stands; columns of tables that the statement names stand before others. */
const AHEAD = { named: 90, column: 70, table: 80, function: 20 };

/** Tables, whose columns are completed after a dot. */
export const namespaceOf = (schema: Schema): SQLNamespace =>
  Object.fromEntries(
    Object.entries(schema).map(([label, columns]) => [
      label,
      { self: { label, type: 'type', boost: AHEAD.table }, children: [...columns] },
    ]),
  );

/** The source of completions inside a word: the columns of all tables, and functions. */
export function completionsFor(schema: Schema, functions: Functions): CompletionSource {
  return async (context) => {
    const word = context.matchBefore(/\w+/);
    if (!word || context.state.sliceDoc(word.from - 1, word.from) === '.') return null;
    const text = context.state.doc.toString();
    const { from, to } = statementAt(text, context.pos) ?? { from: 0, to: text.length };
    const words = new Set(text.slice(from, to).split(/\W+/));
    const columns = Object.entries(schema).flatMap(([detail, names]) =>
      names.map((label): Completion => {
        const boost = words.has(detail) ? AHEAD.named : AHEAD.column;
        return { label, detail, type: 'property', boost };
      }),
    );
    const known = (await functions()).map((label): Completion => {
      return { label, type: 'function', boost: AHEAD.function };
    });
    return { from: word.from, options: [...columns, ...known], validFor: /^\w*$/ };
  };
}
