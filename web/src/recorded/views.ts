// Which views of a frame have something to show where each step of a lesson rests; the recording says. The configurator
// offers these. A lesson's text, a console and the stage always have something to show.
import type { RowView } from '../engine/protocol';
import { compose } from '../timeline/compose';
import { positionOf, type Named } from '../timeline/named-place';
import { fills, indexesOf } from '../timeline/resting';
import { sceneAt } from '../timeline/scene';
import type { RecordedStep } from './format';
import { restsOf, type PosterLesson } from './poster/resting-pictures';
import type { RestingPicture } from './poster/poster';

/** What is needed of a lesson. */
interface Lesson extends PosterLesson {
  steps: (PosterLesson['steps'][number] & { chart: object | null })[];
}

/** The view's names, in the order of the table in element/params.ts. */
type Shown = 'row' | 'pages' | 'index' | 'buffers' | 'log' | 'inspector' | 'chart';

/** Whether what is looked at is a place on the timeline. */
const isPlace = (look: object | null): look is Named =>
  look !== null && 'kind' in look && (look.kind === 'event' || look.kind === 'statement');

/** The views that show something, for each step of a lesson. */
export const viewsOf = (lesson: Lesson, recorded: readonly (RecordedStep | null)[]): Shown[][] =>
  [...restsOf(lesson, recorded)].map((rest, i) => {
    const runs = recorded[i] ?? null;
    const last = recorded.slice(0, i + 1).findLastIndex((step) => step !== null);
    const look = lesson.steps[last]?.look ?? null;
    return viewsAt(rest, look, {
      own: runs !== null,
      step: recorded[last] ?? null,
      chart: runs !== null && lesson.steps[i]?.chart !== null,
    });
  });

interface About {
  /** Whether the step runs something itself. */
  own: boolean;
  /** The last that did, up to it. */
  step: RecordedStep | null;
  chart: boolean;
}

/** Which views have something to show where a step rests. */
function viewsAt(rest: RestingPicture, look: object | null, { own, step, chart }: About): Shown[] {
  const { tape, ran, plan } = rest;
  const placed = tape.placed.filter((p) => ran.includes(p.step.id));
  const at = (own && isPlace(look) && positionOf(look, placed)) || tape.length;
  const scene = sceneAt(tape, at, tape.worldAt(at), null);
  const placedBefore = tape.placed.filter(({ start }) => start < at);
  const { files } = compose(placedBefore, new Set(ran), plan);
  const row = hasRow(rest, look, step, scene.placed?.step.id ?? 0);
  const found: Record<Shown, boolean> = {
    row: fills('row', scene, files, row),
    pages: fills('pages', scene, files, row),
    index: fills('pages', scene, indexesOf(scene, files), row),
    buffers: fills('buffers', scene, files, row),
    log: fills('log', scene, files, row),
    inspector: inspected(rest, own ? look : null, step),
    chart,
  };
  return (Object.keys(found) as Shown[]).filter((view) => found[view]);
}

/** Whether a row, a page to scale, or an exhibit is drawn at the end of a step. */
function hasRow(
  rest: RestingPicture,
  look: object | null,
  step: RecordedStep | null,
  now: number,
): boolean {
  const kind = look && 'kind' in look ? look.kind : '';
  const answers = step?.answers ?? [];
  if (kind === 'page' && rest.page) return true;
  if (kind === 'streams') return answers.some(({ question }) => question.kind === 'open');
  if (kind === 'result')
    return rest.tape.steps.some(({ results }) => results.some((heard) => heard.kind === 'rows'));
  if (kind === 'row' && answers.some(({ question, answer }) => question.kind === 'row' && answer))
    return true;
  return lastRow(answers, now) !== null;
}

/** Whether the inspector opens a page: that of the thing that the step looks at, or of the row written last. */
function inspected(rest: RestingPicture, look: object | null, step: RecordedStep | null): boolean {
  const answers = step?.answers ?? [];
  if (look && 'relation' in look) {
    const rowed = answers.some(({ question, answer }) => question.kind === 'row' && answer);
    if (rowed || rest.page) return true;
  }
  return lastRow(answers, rest.tape.placed.at(-1)?.step.id ?? 0) !== null;
}

/** The row that the step read or stored last. */
const lastRow = (answers: RecordedStep['answers'], now: number): RowView | null =>
  (answers.findLast(({ step, question }) => question.kind === 'lastRow' && step === now)?.answer ??
    null) as RowView | null;
