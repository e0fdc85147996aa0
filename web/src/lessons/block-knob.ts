// The blocks slider and choice: what a reader can turn.
import { BlockError, entries, badName } from './blocks';
import { LIMITS, NAME } from './bounds';
import type { Knob } from './format';

const NUMBER = /^\d{1,9}$/;

/** Parses what both blocks have: the name that stands in the SQL, the label, the start; and refuses other lines. */
function common(lines: string[], keys: string[], block: string) {
  const { other, onlyLine } = entries(lines, ['name', 'label', 'start', ...keys], block);
  if (other[0]) throw new BlockError(other[0].at, `a ${block} block has lines as in name: letters`);
  const name = onlyLine('name');
  if (!name) throw new BlockError(0, `a ${block} needs “name:”, which its SQL has as {name}`);
  if (!NAME.test(name.value)) throw new BlockError(name.at, badName(name.value));
  return { name: name.value, label: onlyLine('label')?.value ?? name.value, onlyLine };
}

/** Parses a slider block: a number between two limits. Throws a `BlockError` with the line of the first fault. */
export function parseSlider(lines: string[]): Omit<Knob, 'line'> {
  const { name, label, onlyLine } = common(lines, ['range', 'step', 'scale'], 'slider');
  const given = onlyLine('range');
  const range = given && /^(\d{1,9})\s*\.\.\s*(\d{1,9})$/.exec(given.value);
  if (!range)
    throw new BlockError(given?.at ?? 0, 'a slider needs a range, as in range: 10..20000');
  const [from, to] = [Number(range[1]), Number(range[2])];
  if (from >= to) throw new BlockError(given.at, 'a range begins with its smaller number');
  const scale = onlyLine('scale');
  if (scale && !['log', 'linear'].includes(scale.value)) {
    throw new BlockError(scale.at, '“scale:” is log or linear');
  }
  const log = scale?.value === 'log';
  if (log && from === 0) throw new BlockError(given.at, 'a logarithmic range begins above 0');
  const step = onlyLine('step');
  if (step && (!NUMBER.test(step.value) || Number(step.value) < 1)) {
    throw new BlockError(step.at, '“step:” is a whole number');
  }
  const start = onlyLine('start');
  const at = Number(start?.value);
  if (!start || !NUMBER.test(start.value) || at < from || at > to) {
    throw new BlockError(start?.at ?? 0, `a slider needs “start:”, a number of its range`);
  }
  const every = Number(step?.value ?? 1);
  return { name, label, start: String(at), range: { from, to, step: every, log }, options: [] };
}

/** Parses a choice block: one of several words. Throws a `BlockError` with the line of the first fault. */
export function parseChoice(lines: string[]): Omit<Knob, 'line'> {
  const { name, label, onlyLine } = common(lines, ['options'], 'choice');
  const given = onlyLine('options');
  const options = given ? given.value.split('|').map((option) => option.trim()) : [];
  if (options.length < 2 || options.length > LIMITS.choices || options.includes('')) {
    const example = 'options: pglz | lz4';
    throw new BlockError(given?.at ?? 0, `write 2 to ${LIMITS.choices} options, as in ${example}`);
  }
  const start = onlyLine('start');
  if (start && !options.includes(start.value)) {
    throw new BlockError(start.at, '“start:” is one of the options');
  }
  return { name, label, start: start?.value ?? options[0] ?? '', range: null, options };
}
