// Answers: they are read from a step's results, put into text, and compared with a guess.
import type { Guess, Operand, Take } from './format';
import { NAMES_IN_TEXT } from './names-in-text';
import type { Results } from './psql-output';

/** A number where it is one, else the text psql printed. */
export type Value = number | string;
/** The values that a lesson's text may name, by their names. */
export type Values = ReadonlyMap<string, Value>;

/** Why there is no answer, in words for the reader. */
export class NoAnswer extends Error {}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** An operand's number: written, or a value of the run. Throws a `NoAnswer` if the value is no number. */
function number(operand: Operand, values: Values): number {
  if ('number' in operand) return operand.number;
  const value = values.get(operand.name);
  if (typeof value !== 'number') throw new NoAnswer(`“${operand.name}” is not a number`);
  return value;
}

/** Reads a value out of a step's results. Throws a `NoAnswer` where they do not have it. */
export function takeValue(how: Take, results: Results, values: Values): Value {
  switch (how.kind) {
    case 'cell': {
      const table = results.tables.findLast((t) => t.columns.includes(how.column));
      if (!table) throw new NoAnswer(`no result has a column “${how.column}”`);
      const cell = table.rows[how.row - 1]?.[table.columns.indexOf(how.column)];
      if (cell === undefined) throw new NoAnswer(`“${how.column}” has no row ${how.row}`);
      return NUMBER.test(cell) ? Number(cell) : cell;
    }
    case 'rows': {
      const table = results.tables.at(-1);
      if (!table) throw new NoAnswer('the step printed no rows');
      return table.rows.length;
    }
    case 'buffers': {
      const plan = results.plans.at((how.plan ?? 0) - 1);
      if (!plan) throw new NoAnswer('the step printed no plan with buffers');
      const { hit, read } = plan.buffers;
      return how.which === 'total' ? hit + read : plan.buffers[how.which];
    }
    case 'wal': {
      // A plan that was not asked for its log says nothing of it, which is not the same as none.
      const plan = how.plan
        ? results.plans[how.plan - 1]
        : (results.plans.findLast((p) => p.wal.records > 0) ?? results.plans.at(-1));
      if (!plan) throw new NoAnswer('the step printed no plan with WAL');
      return plan.wal[how.which];
    }
    case 'time': {
      const time = results.plans.at((how.plan ?? 0) - 1)?.time;
      if (time == null) throw new NoAnswer('the step printed no plan with its time');
      return time;
    }
    case 'computed': {
      const [left, right] = [number(how.left, values), number(how.right, values)];
      switch (how.operator) {
        case '+':
          return left + right;
        case '-':
          return left - right;
        case '*':
          return left * right;
        case '/':
          if (right === 0) throw new NoAnswer('this would divide by zero');
          return left / right;
      }
    }
  }
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Formats a value: 30064 as `30,064`, 12.0256 as `12`, 0.8333 as `0.833`. */
export function valueText(value: Value): string {
  if (typeof value === 'string') return value;
  return Number.isInteger(value) || Math.abs(value) >= 100
    ? whole.format(value)
    : fine.format(value);
}

/** `30,064 buffers`, `1 buffer`. A unit ends in s; `bytes a row` and `%` stay as they are. */
export function withUnit(value: Value, unit: string): string {
  const one = value === 1 && /^[a-z]+s$/.test(unit) ? unit.slice(0, -1) : unit;
  return one ? `${valueText(value)} ${one}` : valueText(value);
}

/** The text with values put in. A value that is not known yet is shown as an ellipsis. */
export const fill = (text: string, values: Values) =>
  text.replaceAll(NAMES_IN_TEXT, (_, name: string) => {
    const value = values.get(name);
    return value === undefined ? '…' : valueText(value);
  });

/** How near a guess came: it is the answer, counts as right, or counts as wrong. */
export type Verdict = 'exact' | 'near' | 'off';

/** Reads a number that a learner typed: `30,064`, `30 064`, `1.5k`, `2 kB`. Null if it is none. */
export function typedNumber(text: string): number | null {
  const found = /^([\d\s,_']*\.?\d+)\s*(k|kb|m|mb)?$/i.exec(text.trim());
  if (!found) return null;
  const plain = Number((found[1] ?? '').replace(/[\s,_']/g, ''));
  const factors: Record<string, number> = { k: 1000, kb: 1024, m: 1e6, mb: 1024 * 1024 };
  return plain * (factors[(found[2] ?? '').toLowerCase()] ?? 1);
}

/** How near a guess, as it was typed or chosen, is to the answer. */
export function judge(guess: Pick<Guess, 'near'>, said: string, answer: Value): Verdict {
  if (typeof answer === 'string') return said.trim() === answer ? 'exact' : 'off';
  const value = typedNumber(said);
  if (value === null) return 'off';
  if (value === answer || valueText(value) === valueText(answer)) return 'exact';
  return Math.abs(value - answer) <= guess.near * Math.abs(answer) ? 'near' : 'off';
}

/** A short sentence about a guess, shown before the answer; for choices there is no "near". */
export function remark(
  guess: Pick<Guess, 'choices'>,
  verdict: Verdict,
  said: string,
  answer: Value,
): string {
  if (!said) return '';
  if (verdict === 'exact') return 'Exactly.';
  if (verdict === 'near') return 'Close enough.';
  const value = typedNumber(said);
  if (guess.choices.length > 0 || typeof answer !== 'number' || value === null) {
    return 'Not this time.';
  }
  if (answer === 0) return 'None at all.';
  if (value === 0) return 'More than none.';
  const [low, high] = [Math.min(value, answer), Math.max(value, answer)];
  if (low > 0 && high / low >= 1.5) {
    const times = valueText(Number((high / low).toPrecision(2)));
    return value < answer ? `${times} times as many as that.` : `That is ${times} times too many.`;
  }
  return value < answer ? 'A little more.' : 'A little less.';
}
