// What a picture at rest shows: a statement has ended, and the sentence says what came of it.
import type { RelationView, StepData } from '../../engine/protocol';
import { count, plural } from '../../layout/format';

/** Of more relations than this only the sum is told. */
const MOST = 3;

const list = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The buffers that a statement touched, by relation, those with most first. */
function touchedBy({ counters }: StepData): { name: string; buffers: number }[] {
  return counters.relations
    .map(({ name, statement }) => ({ name, buffers: statement.hit + statement.read }))
    .filter(({ buffers }) => buffers > 0)
    .sort((a, b) => b.buffers - a.buffers);
}

function reading(step: StepData): string {
  const { hit, read } = step.counters.statement;
  const all = hit + read;
  if (all === 0) return '';
  const by = touchedBy(step);
  const told = `It touched ${plural(all, 'buffer')}`;
  if (by.length === 1) return `${told}, all of ${by[0]?.name}.`;
  if (by.length === 0 || by.length > MOST) return `${told}.`;
  return `${told}: ${list(by.map(({ name, buffers }) => `${count(buffers)} of ${name}`))}.`;
}

const pagesOf = (r: RelationView) => r.forks.find(({ fork }) => fork === 'main')?.blocks ?? 0;

function writing(step: StepData, logged: number): string {
  const touched = new Set(touchedBy(step).map(({ name }) => name));
  const rows = step.relations.filter(
    ({ role, name }) => (role === 'heap' || role === 'toast') && touched.has(name),
  );
  const log = `${plural(logged, 'byte')} were logged`;
  if (rows.length === 0 || rows.length > MOST) return `${log[0]?.toUpperCase()}${log.slice(1)}.`;
  return `${list(rows.map((r) => `${r.name} has ${plural(pagesOf(r), 'page')}`))} now; ${log}.`;
}

/** How a statement ended: its tag, and what was touched or what there is now. */
export function atRest(tag: string, step: StepData, logged: number): string {
  return [`Done: ${tag}.`, logged > 0 ? writing(step, logged) : reading(step)]
    .filter(Boolean)
    .join(' ');
}
