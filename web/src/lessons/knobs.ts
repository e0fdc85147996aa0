// The knobs of a step: numbers and choices in its SQL that the reader can change. The SQL names them as `{name}`.
import type { Value, Values } from './answer';
import type { Knob, Step } from './format';
import { NAMES_IN_TEXT } from './names-in-text';

/** The values of the knobs, by name, as they are written into the SQL. */
export type Chosen = ReadonlyMap<string, string>;

/** A step's SQL with the knobs' values put in; a knob that was not turned has its start value. */
export function sqlWith(step: Pick<Step, 'template' | 'knobs'>, chosen: Chosen): string {
  const at = new Map(step.knobs.map((k) => [k.name, chosen.get(k.name) ?? k.start]));
  return step.template.replaceAll(NAMES_IN_TEXT, (all, name: string) => at.get(name) ?? all);
}

/** Whether all knobs have their start values. */
export const atStart = (knobs: readonly Knob[], chosen: Chosen) =>
  knobs.every((k) => (chosen.get(k.name) ?? k.start) === k.start);

/** The knobs' values for the lesson's prose: numbers for sliders, texts for choices. */
export function knobValues(knobs: readonly Knob[], chosen: Chosen): Values {
  const values = new Map<string, Value>();
  for (const { name, start, range } of knobs) {
    const at = chosen.get(name) ?? start;
    values.set(name, range ? Number(at) : at);
  }
  return values;
}

/** Places of a slider whose scale is logarithmic. */
export const PLACES = 240;

/** The number at a position of a logarithmic slider, rounded to three digits. */
export function numberAt(range: { from: number; to: number }, place: number): number {
  const n = range.from * (range.to / range.from) ** (place / PLACES);
  const rounded = Number(n.toPrecision(3));
  return Math.min(range.to, Math.max(range.from, Math.round(rounded)));
}

/** The position of a number on a logarithmic slider, from 0 to `PLACES`. */
export const placeOf = (range: { from: number; to: number }, n: number) =>
  Math.round((PLACES * Math.log(n / range.from)) / Math.log(range.to / range.from));
