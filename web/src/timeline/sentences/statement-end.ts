// The sentence at the end of a statement: what came of it.
import type { RelationView, StepData } from '../../engine/protocol';
import { count, plural } from '../../layout/format';
import { explained } from './explain';

/** With more relations than this, the sentence has only the sum. */
const MOST = 3;

/** Parts with commas and an “and”. */
const list = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The buffers that a statement touched, by relation, those with most first. */
function touchedBy({ counters }: StepData): { name: string; buffers: number }[] {
  return counters.relations
    .map(({ name, statement }) => ({ name, buffers: statement.hit + statement.read }))
    .filter(({ buffers }) => buffers > 0)
    .sort((a, b) => b.buffers - a.buffers);
}

/** What the statement read. */
function reading(step: StepData): string {
  const { hit, read } = step.counters.statement;
  const all = hit + read;
  if (all === 0) return '';
  const by = touchedBy(step);
  const touched = `It touched ${plural(all, 'buffer')}`;
  if (by.length === 1) return `${touched}, all of ${by[0]?.name}.`;
  if (by.length === 0 || by.length > MOST) return `${touched}.`;
  return `${touched}: ${list(by.map(({ name, buffers }) => `${count(buffers)} of ${name}`))}.`;
}

/** How many pages a relation has. */
const pagesOf = (r: RelationView) => r.forks.find(({ fork }) => fork === 'main')?.blocks ?? 0;

/** Says what the statement wrote: how many pages its relations have now, and how many bytes were logged. */
function writing(step: StepData, logged: number): string {
  const touched = new Set(touchedBy(step).map(({ name }) => name));
  const rows = step.relations.filter(
    ({ role, name }) => (role === 'heap' || role === 'toast') && touched.has(name),
  );
  const log = `${plural(logged, 'byte')} were logged`;
  if (rows.length === 0 || rows.length > MOST) return `${log[0]?.toUpperCase()}${log.slice(1)}.`;
  return `${list(rows.map((r) => `${r.name} has ${plural(pagesOf(r), 'page')}`))} now; ${log}.`;
}

/** A row of more columns, or a value of more letters, is only counted. */
const FEW = { columns: 3, letters: 40 };

/** What a query returned: the row itself if it is a single short one, else how many rows. */
function given({ results }: StepData, tag: string): string {
  const last = results.at(-1);
  // CREATE TABLE … AS is answered with this tag as well, and without rows.
  if (last?.kind !== 'rows') return `Done: ${tag}`;
  const { columns, rows } = last;
  if (last.count !== 1)
    return `${last.count === 0 ? 'No row' : plural(last.count, 'row')} came out`;
  const row = rows[0] ?? [];
  const short = row.every(
    (value) => value && value.length <= FEW.letters && !/\s{2}|\n/.test(value),
  );
  if (!short || row.length === 0 || row.length > FEW.columns) return 'One row came out';
  const named = row.map((value, i) => {
    const text = figure(value ?? '');
    return columns[i] === '?column?' ? text : `${columns[i]} is ${text}`;
  });
  return `Came out: ${list(named)}`;
}

/** A whole number as all numbers are written; anything else as it is. */
const figure = (value: string) => (/^\d{1,15}$/.test(value) ? count(Number(value)) : value);

/** The words for a query by which psql describes objects, such as `\d`; null for other statements. */
function described(text: string): string | null {
  const found = /^\s*\\d\S*(?:[ \t]+([^\s;]+))?/.exec(text);
  if (!found) return null;
  return found[1] ? `psql describes ${found[1]}` : 'psql lists what there is';
}

/** How a statement ended: its result or its tag; then what it touched, or what is stored now. */
export function atRest(tag: string, step: StepData, logged: number): string {
  const ended =
    described(step.text) ??
    explained(step.text) ??
    (tag.startsWith('SELECT ') ? given(step, tag) : `Done: ${tag}`);
  return [
    ended.endsWith('…') ? ended : `${ended}.`,
    logged > 0 ? writing(step, logged) : reading(step),
  ]
    .filter(Boolean)
    .join(' ');
}
