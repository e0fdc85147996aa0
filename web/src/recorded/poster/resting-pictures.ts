// Draws the picture on which each step of a lesson rests, from the lesson's recording.
import type { PageAnswer, Question, RowView } from '../../engine/protocol';
import type { Plan } from '../../timeline/compose';
import { Tape } from '../../timeline/tape';
import type { RecordedStep } from '../format';
import type { RestingPicture } from './poster';

/** What the posters need of a lesson. */
export interface PosterLesson {
  title: string;
  steps: { title: string; stage: Plan | null; look: object | null }[];
}

/** The line pointer that a step looks at; 0 for none. */
const itemOf = (look: object | null | undefined) =>
  look && 'item' in look ? Number(look.item) : 0;

/** The answer to the last question of a kind; null if none was recorded. */
function answered<T>(step: RecordedStep | null, kind: Question['kind']): T | null {
  const found = step?.answers.findLast(({ question }) => question.kind === kind);
  return (found?.answer ?? null) as T | null;
}

/**
 * The picture that each step rests on; `recorded` has null for a step that runs nothing, which shows the state
 * after the step before it.
 */
export function* restsOf(
  lesson: PosterLesson,
  recorded: readonly (RecordedStep | null)[],
): Generator<RestingPicture> {
  let tape = new Tape(Infinity);
  let at = -1;
  for (const [i, { title }] of lesson.steps.entries()) {
    const now = recorded[i] ?? null;
    if (now) {
      at = i;
      // Another tape for each step, so that what is drawn of one is not changed by the next.
      const next = new Tape(Infinity);
      for (const step of [...tape.steps, ...now.steps]) next.add(step);
      tape = next;
    }
    const step = recorded[at] ?? null;
    const shownStep = lesson.steps[at];
    const answer = answered<PageAnswer>(step, 'page');
    yield {
      title,
      lesson: lesson.title,
      tape,
      ran: step?.steps.map(({ id }) => id) ?? [],
      plan: shownStep?.stage ?? null,
      row: answered<RowView>(step, 'row') ?? answered<RowView>(step, 'lastRow'),
      page: answer && { answer, item: itemOf(shownStep?.look) },
    };
  }
}
