// Makes a lesson of a script: each statement is a step, without any text.
import { statements } from '../console/split-statements';
import { LIMITS, newStep } from '../lessons/bounds';
import type { Lesson, Step } from '../lessons/format';
import { titleOf } from '../timeline/statement-title';

/** Data that follows a COPY belongs to it: such a script is one step. */
const CARRIES_DATA = /\bfrom\s+(?:p?stdin)\b/i;
/** Letters of a statement that stand for it. */
const TITLE = 60;

/** A step that only runs a statement. */
const stepOf = (sql: string, i: number): Step => ({
  ...newStep(i + 1, titleOf(sql, TITLE)),
  sql,
  template: sql,
  sqlLine: 1,
});

/** Splits a script into steps. If it has more statements than a lesson may have steps, the first step has several. */
function parts(text: string): string[] {
  const all = statements(text);
  if (CARRIES_DATA.test(text) || all.length === 0) return [text];
  const first = Math.max(0, all.length - LIMITS.steps);
  return all.slice(first).map(({ from, to }, i) => text.slice(i === 0 ? 0 : from, to));
}

/** A lesson with the script as its only step. Throws a sentence if there is nothing to run, or too much. */
export function lessonOfScript(text: string): Lesson {
  const script = text.replace(/^\uFEFF/, '').trim();
  if (!script) throw new Error('The script is empty.');
  if (script.length > LIMITS.source) throw new Error('The script is longer than one may be.');
  const steps = parts(script).map(stepOf);
  return { title: 'Script', summary: '', minutes: 0, steps, source: script };
}
