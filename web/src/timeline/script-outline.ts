// The tables that SQL will make when it runs: their columns, and whether rows go into them. It is read from the words
// alone, so that the stage has something to show before anything runs; what it does not understand it leaves out.

/** A column of a table that SQL will make, as the SQL writes it. */
export interface ColumnOutline {
  name: string;
  type: string;
}

/** A table that SQL will make. */
export interface TableOutline {
  name: string;
  columns: ColumnOutline[];
  /** Whether it gets a TOAST table: a column has a type whose values can be long. */
  toast: boolean;
  indexes: string[];
  /** Whether rows are put into it. */
  filled: boolean;
}

/** Types of which a value can be so long that TOAST has to look at it. */
const LONG = /^(text|varchar|character varying|jsonb?|bytea|numeric|xml|tsvector|.*\[\])/i;
const CREATE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s*\(/gi;
const CONSTRAINT = /^(constraint|primary|unique|check|foreign|exclude|like)\b/i;
/** Where a column's type ends. */
const AFTER =
  /\s+(?:not|null|default|primary|unique|references|check|storage|compression|collate|generated)\b.*$/is;

/** The pieces between commas of the text from a parenthesis to the one that closes it. */
function pieces(sql: string, from: number): string[] {
  const found: string[] = [];
  let [depth, start] = [0, from];
  for (let i = from; i < sql.length; i++) {
    const c = sql[i];
    if (c === '(') depth++;
    else if (c === ')' && depth > 0) depth--;
    else if (depth === 0 && (c === ',' || c === ')')) {
      found.push(sql.slice(start, i).trim());
      start = i + 1;
      if (c === ')') break;
    }
  }
  return found;
}

/** The tables that SQL will make, in the order of their statements. */
export function outlineOf(sql: string): TableOutline[] {
  const bare = sql.replace(/--[^\n]*/g, '');
  return [...bare.matchAll(CREATE)].map((match) => {
    const name = match[1] ?? '';
    const parts = pieces(bare, match.index + match[0].length);
    const columns = parts
      .filter((part) => !CONSTRAINT.test(part))
      .map((part) => {
        const [, column = '', rest = ''] = /^"?(\w+)"?\s+(.*)$/s.exec(part) ?? [];
        return { name: column, type: rest.replace(AFTER, '').trim() };
      })
      .filter((column) => column.name !== '');
    const keys = parts.some((part) => /\bprimary\s+key\b/i.test(part)) ? [`${name}_pkey`] : [];
    const made = [...bare.matchAll(/\bcreate\s+(?:unique\s+)?index\s+(\w+)\s+on\s+([\w.]+)/gi)]
      .filter(([, , table]) => table === name)
      .map(([, index]) => index ?? '');
    return {
      name,
      columns,
      toast: columns.some(({ type }) => LONG.test(type)),
      indexes: [...keys, ...made],
      filled: new RegExp(`\\b(insert\\s+into|copy)\\s+${name}\\b`, 'i').test(bare),
    };
  });
}
