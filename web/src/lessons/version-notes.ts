// A lesson on a PostgreSQL other than 15, which it is written for: its steps say what they do otherwise there. The
// sentences lie apart from the lessons, since most readers stay on 15.
import { askedServer, RELEASES, type Server } from '../engine/releases';
import type { Lesson, VersionNote } from './format';
import type { LessonEntry } from './lesson-entry';
import type { Block, Inline } from './prose';

const shipped = import.meta.glob<VersionNote[][]>('./*/lesson.md', {
  query: '?versions',
  import: 'default',
});

/** A paragraph set apart, with the release in front: `PostgreSQL 18.6: …`. */
function noteBlock(release: string, [first, ...others]: Block[]): Block {
  const words = first?.kind === 'paragraph' ? first.inner : [];
  const named: Inline = {
    kind: 'strong',
    inner: [{ kind: 'text', text: `PostgreSQL ${release}:` }],
  };
  const inner: Inline[] = [named, { kind: 'text', text: ' ' }, ...words];
  return { kind: 'quote', inner: [{ kind: 'paragraph', inner }, ...others] };
}

/** `2`, `2 and 4`, `2, 4 and 6`. */
const listed = (numbers: number[]) => new Intl.ListFormat('en-GB').format(numbers.map(String));

/** Tells at a lesson's beginning which of its steps, from 1, differ from 15. */
function opening(steps: number[]): string {
  if (steps.length === 0) return 'what this lesson says of 15 holds here too.';
  const [step, say] = steps.length === 1 ? ['step', 'says'] : ['steps', 'say'];
  return `this lesson is written for 15. What differs here, ${step} ${listed(steps)} ${say}.`;
}

/** Whether a lesson chooses its server itself: one with a proposal's TOAST. */
export const choosesServer = ({ steps }: Pick<Lesson, 'steps'>) =>
  steps.some(({ sql }) => /^SET toastscope\.server\b/im.test(sql));

/**
 * A copy of a lesson in which each step also says, right below its answer, what it does otherwise on a server, and the
 * first step which of them do. Of a lesson from elsewhere that has no such sentences, nothing is said.
 */
export async function withVersionNotes(lesson: Lesson, server: Server): Promise<Lesson> {
  const ofSteps =
    (lesson.id ? await shipped[`./${lesson.id}/lesson.md`]?.() : null) ??
    lesson.steps.map(({ versions }) => versions ?? []);
  const release = RELEASES[server];
  const here = ofSteps.map((notes) =>
    notes.filter(({ from, to }) => from <= Number(server) && Number(server) <= to),
  );
  const told = here.flatMap((notes, i) => (notes.length > 0 ? [i + 1] : []));
  const silent = choosesServer(lesson) || (!lesson.id && told.length === 0);
  const steps = lesson.steps.map((step, i) => {
    const { before, after } = step.prose;
    const notes = (here[i] ?? []).map(({ prose }) => noteBlock(release, prose));
    const text: Inline = { kind: 'text', text: opening(told) };
    const head =
      i === 0 && !silent ? [noteBlock(release, [{ kind: 'paragraph', inner: [text] }])] : [];
    return {
      ...step,
      prose: {
        ...step.prose,
        before: [...head, ...before],
        after: [...notes, ...after],
      },
    };
  });
  return { ...lesson, steps };
}

/**
 * A lesson on the server that the page's address asks for. It was recorded on 15: on another server its SQL runs, and its
 * steps say what differs.
 */
export async function onAskedServer(entry: LessonEntry): Promise<LessonEntry> {
  const server = askedServer(location.search) ?? '15';
  if (server === '15') return entry;
  return { ...entry, lesson: await withVersionNotes(entry.lesson, server), connect: undefined };
}
