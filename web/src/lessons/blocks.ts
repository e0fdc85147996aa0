// The small languages inside a lesson's fenced blocks: guess, take, look, chart, contrast.
import { EVENTS, LIMITS, NAME } from './bounds';
import type { Axis, Chart, Contrast, Look } from './format';
import type { NamedTake, Operand, RelationRef, Take } from './format';
import { SHAPES, type DrawnMistake, type Sketch } from './sketch-format';

/** A fault that knows its line within the block: 0 is the line after the opening fence. */
export class BlockError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export const WAYS =
  'an answer is taken with one of: cell COLUMN, cell COLUMN row N, rows, hit, read, dirtied, ' +
  'written, buffers, wal bytes, wal records, wal images, time, each of them with “of plan 2” where there are several, ' +
  'or computed, as in after / before';

const BUFFERS = new Map<string, Extract<Take, { kind: 'buffers' }>['which']>([
  ['hit', 'hit'],
  ['read', 'read'],
  ['dirtied', 'dirtied'],
  ['written', 'written'],
  ['buffers', 'total'],
]);

/** A name or a number. */
function operand(text: string): Operand | null {
  if (NAME.test(text)) return { name: text };
  return /^\d+(\.\d+)?$/.test(text) ? { number: Number(text) } : null;
}

/** Parses how a value is read from the output; null if the text has no known form. */
export function parseTake(text: string): Take | null {
  const cell = /^cell\s+("(?<quoted>[^"]+)"|(?<plain>\S+))(\s+row\s+(?<row>\d{1,6}))?$/.exec(text);
  if (cell?.groups) {
    const { quoted, plain, row } = cell.groups;
    return { kind: 'cell', column: quoted ?? plain ?? '', row: Number(row ?? 1) };
  }
  if (text === 'rows') return { kind: 'rows' };
  const [, planned = '', number] = /^(.*?)(?: of plan ([1-9]))?$/.exec(text) ?? [];
  const plan = number ? { plan: Number(number) } : {};
  if (planned === 'time') return { kind: 'time', ...plan };
  const which = BUFFERS.get(planned);
  if (which) return { kind: 'buffers', which, ...plan };
  const wal = /^wal (bytes|records|images)$/.exec(planned);
  if (wal) return { kind: 'wal', which: wal[1] as 'bytes', ...plan };
  const computed = /^(\S+)\s+([-+*/])\s+(\S+)$/.exec(text);
  if (!computed) return null;
  const left = operand(computed[1] ?? '');
  const right = operand(computed[3] ?? '');
  if (!left || !right) return null;
  return { kind: 'computed', left, operator: computed[2] as '+', right };
}

/** Parses lines of the form `key: value`; other lines are returned separately. */
export function entries(lines: string[], keys: readonly string[], block: string) {
  const found: { at: number; key: string; value: string }[] = [];
  const other: { at: number; text: string }[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (line.length > LIMITS.value) {
      throw new BlockError(
        at,
        `this line has ${line.length} characters; ${LIMITS.value} are allowed`,
      );
    }
    const pair = /^([a-z]+):\s*(.*)$/.exec(line.trim());
    if (!pair) {
      other.push({ at, text: line.trim() });
      continue;
    }
    const [, key = '', value = ''] = pair;
    if (!keys.includes(key)) {
      throw new BlockError(at, `a ${block} block knows ${keys.join(', ')}, not “${key}”`);
    }
    if (!value) throw new BlockError(at, `“${key}:” has nothing after it`);
    found.push({ at, key, value });
  }
  /** The only line with this word in front. Throws a `BlockError` if there are two. */
  const onlyLine = (key: string) => {
    const all = found.filter((e) => e.key === key);
    if (all[1]) throw new BlockError(all[1].at, `“${key}:” is there twice`);
    return all[0] ?? null;
  };
  return { found, other, onlyLine };
}

/** The error for a text that cannot be a value's name. */
export const badName = (name: string) =>
  `“${name}” cannot be a name: small letters, digits and _, the first a letter`;

/** Whether a guess is drawn: its block has a line `draw:`. */
export const isDrawn = (lines: string[]) => lines.some((line) => /^\s*draw:/.test(line));

/** Parses the question of a guess that is answered by drawing a line. Throws a `BlockError` at a fault. */
export function parseSketch(lines: string[]): Omit<Sketch, 'line'> {
  const { found, other, onlyLine } = entries(
    lines,
    ['draw', 'near', 'hint', 'given', 'mistake'],
    'drawn guess',
  );
  const question = other.map((o) => o.text).join(' ');
  if (!question) throw new BlockError(0, 'a guess block starts with its question');
  const axes = onlyLine('draw');
  const [, ...ends] = /^(\d+)\.\.(\d+)\s+by\s+(\d+)\.\.(\d+)$/.exec(axes?.value ?? '') ?? [];
  const [left = 0, right = 0, low = 0, high = 0] = ends.map(Number);
  if (!axes || left >= right || low >= high) {
    throw new BlockError(
      axes?.at ?? 0,
      'write the axes that are drawn on, as in draw: 0..3000 by 0..2500',
    );
  }
  const near = onlyLine('near');
  const share = near ? /^(\d{1,2})\s*%$/.exec(near.value) : null;
  if (near && !share) throw new BlockError(near.at, 'write “near:” in per cent, as in near: 10%');
  const hints = found.filter((e) => e.key === 'hint').map((e) => e.value);
  const closeBy = share ? Number(share[1]) / 100 : 0.1;
  return {
    question,
    x: [left, right],
    y: [low, high],
    near: closeBy,
    hints: hints.slice(0, LIMITS.hints),
    given: found.filter((e) => e.key === 'given').map((e) => e.value),
    mistakes: found.filter((e) => e.key === 'mistake').map(drawnMistake),
  };
}

/** Parses a usual wrong line with its reason: `flat, It grows with …`. Throws a `BlockError` if it is not valid. */
function drawnMistake({ at, value }: { at: number; value: string }): DrawnMistake {
  const [, name, why = ''] = /^(\w+),\s*(.+)$/.exec(value) ?? [];
  const shape = SHAPES.find((one) => one === name);
  if (shape) return { shape, why };
  throw new BlockError(at, `write “mistake:” as a shape and a sentence: ${SHAPES.join(', ')}`);
}

/** Parses named values, one on each line: `chunks = rows`. Throws a `BlockError` at a fault. */
export function parseTakes(lines: string[]): (NamedTake & { at: number })[] {
  const takes: (NamedTake & { at: number })[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const pair = /^(\S+)\s*=\s*(.+)$/.exec(line.trim());
    if (!pair) throw new BlockError(at, 'write a name, = and how it is taken: chunks = rows');
    const [, name = '', how = ''] = pair;
    if (!NAME.test(name)) throw new BlockError(at, badName(name));
    const take = parseTake(how);
    if (!take) throw new BlockError(at, `“${how}” is not understood; ${WAYS}`);
    takes.push({ at, line: 0, name, take });
  }
  return takes;
}

/** The relation that a text names: a table, or its TOAST table or index. */
function relation(text: string): RelationRef | null {
  const ref = /^(?:(toast index|toast) of )?([\p{L}_][\p{L}\d_$]{0,62})$/u.exec(text);
  if (!ref) return null;
  return { part: (ref[1] as 'toast' | undefined) ?? 'itself', name: ref[2] ?? '' };
}

/** Parses a look block, which says in one line what the stage shows. Throws a `BlockError` at a fault. */
export function parseLook(lines: string[]): Look {
  const at = lines.findIndex((line) => line.trim() !== '');
  const text = (lines[at] ?? '').trim();
  const ways =
    'a look block is one line: a table, “toast of t”, “page 0 of t”, “page 0 of t item 3”, ' +
    '“row 3 on page 0 of t”, “streams of row 3 on page 0 of t”, “event NAME”, “last event NAME”, ' +
    '“statement 2” or “result”';
  if (!text || lines.slice(at + 1).some((l) => l.trim()))
    throw new BlockError(Math.max(0, at), ways);
  if (text === 'result') return { kind: 'result' };
  const statement = /^statement ([1-9]\d?)$/.exec(text);
  if (statement) return { kind: 'statement', number: Number(statement[1]) };
  const event = /^(last )?event ([A-Za-z]{3,40})$/.exec(text);
  if (event) {
    const name = event[2] ?? '';
    if (!EVENTS.includes(name)) {
      throw new BlockError(at, `there is no event “${name}”; there are ${EVENTS.join(', ')}`);
    }
    return { kind: 'event', event: name, last: event[1] !== undefined };
  }
  const page = /^page (\d{1,9}) of (.+?)(?: item (\d{1,4}))?$/.exec(text);
  const row = /^(streams of )?row (\d{1,4}) on page (\d{1,9}) of (.+)$/.exec(text);
  const ref = relation(page?.[2] ?? row?.[4] ?? text);
  if (!ref) throw new BlockError(at, ways);
  if (page)
    return { kind: 'page', relation: ref, block: Number(page[1]), item: Number(page[3] ?? 0) };
  if (row) {
    const kind = row[1] ? 'streams' : 'row';
    return { kind, relation: ref, item: Number(row[2]), block: Number(row[3]) };
  }
  return { kind: 'relation', relation: ref };
}

/** The column of an axis, and its label. Throws a `BlockError` if it is not valid. */
function axis(at: number, value: string): Axis {
  const [column = '', ...label] = value.split(',');
  if (!column.trim())
    throw new BlockError(at, 'write the column, then what it is: avg, characters');
  return { column: column.trim(), label: label.join(',').trim() || column.trim() };
}

/** Parses a chart block, which draws the table that was printed last. Throws a `BlockError` at a fault. */
export function parseChart(lines: string[]): Chart {
  const { found, other, onlyLine } = entries(
    lines,
    ['title', 'x', 'y', 'diagonal', 'scale'],
    'chart',
  );
  if (other[0]) throw new BlockError(other[0].at, 'a chart block has lines as in x: column, label');
  const x = onlyLine('x');
  const y = found.filter((e) => e.key === 'y');
  if (!x || y.length === 0) throw new BlockError(0, 'a chart needs “x:” and “y:”, each a column');
  if (y[4]) throw new BlockError(y[4].at, 'a chart has at most 4 lines');
  const scale = onlyLine('scale');
  if (scale && !['log', 'linear'].includes(scale.value)) {
    throw new BlockError(scale.at, '“scale:” is log or linear');
  }
  return {
    title: onlyLine('title')?.value ?? '',
    x: axis(x.at, x.value),
    y: y.map((e) => axis(e.at, e.value)),
    diagonal: onlyLine('diagonal')?.value ?? '',
    log: scale?.value === 'log',
  };
}

/**
 * Parses a part of a bar, a value's name and its label: `heap`, or `heap of the table`. Throws a `BlockError` if it
 * is not valid.
 */
function barPart(at: number, text: string) {
  const found = /^(\S+)(?:\s+(.+))?$/.exec(text.trim());
  const name = found?.[1] ?? '';
  if (!NAME.test(name)) throw new BlockError(at, badName(name));
  return { name, label: found?.[2] ?? '' };
}

/**
 * Parses a contrast block: amounts to compare, each `bar: before, what it is`; values joined by + are parts of
 * one bar.
 */
export function parseContrast(lines: string[]): Omit<Contrast, 'line'> {
  const { found, other, onlyLine } = entries(lines, ['unit', 'bar', 'rows'], 'contrast');
  if (other[0])
    throw new BlockError(other[0].at, 'a contrast block has lines as in bar: value, label');
  const bars = found.filter((e) => e.key === 'bar');
  if (bars.length < 2 || bars.length > LIMITS.bars) {
    throw new BlockError(0, `a contrast has 2 to ${LIMITS.bars} lines “bar:”`);
  }
  const unit = onlyLine('unit');
  if (!unit) throw new BlockError(0, 'a contrast needs “unit:”, as in unit: buffers');
  const rows = onlyLine('rows');
  const many = rows ? operand(rows.value) : { number: 1 };
  if (!many) throw new BlockError(rows?.at ?? 0, '“rows:” is a number, or a value taken before');
  return {
    unit: unit.value,
    rows: many,
    bars: bars.map(({ at, value }) => {
      const [parts = '', ...label] = value.split(',');
      return { parts: parts.split('+').map((p) => barPart(at, p)), label: label.join(',').trim() };
    }),
  };
}
