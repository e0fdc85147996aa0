// Evaluates sums in a lesson's text, such as `chunks * 4 + 1`, with numbers and with values that the run took.

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9_]*)|([-+*/()]))/y;

/** Evaluates an expression such as `chunks * 4 + 1`; null if it cannot be read. */
export function evaluate(text: string, valueOf: (name: string) => number): number | null {
  const tokens: (number | string)[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    const [, number, name, sign = ''] = found;
    tokens.push(number ? Number(number) : name ? valueOf(name) : sign);
  }
  let at = 0;
  let whole = true;
  /** A number, a value, or a sum in parentheses. */
  const factor = (): number => {
    const token = tokens[at++];
    if (typeof token === 'number') return token;
    if (token !== '(') whole = false;
    if (!whole) return 0;
    const inner = sum();
    if (tokens[at++] !== ')') whole = false;
    return inner;
  };
  /** Factors with `*` and `/` between them. */
  const product = (): number => {
    let value = factor();
    for (let sign = tokens[at]; sign === '*' || sign === '/'; sign = tokens[at]) {
      at++;
      value = sign === '*' ? value * factor() : value / factor();
    }
    return value;
  };
  /** Products with `+` and `-` between them. */
  const sum = (): number => {
    let value = product();
    for (let sign = tokens[at]; sign === '+' || sign === '-'; sign = tokens[at]) {
      at++;
      value = sign === '+' ? value + product() : value - product();
    }
    return value;
  };
  const value = sum();
  return whole && at === tokens.length ? value : null;
}

/** The names of values in an expression; null if it cannot be read. */
export function namesIn(text: string): string[] | null {
  const names: string[] = [];
  const value = evaluate(text, (name) => {
    names.push(name);
    return 1;
  });
  return value === null ? null : names;
}
