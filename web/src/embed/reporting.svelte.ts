// Shows the step that the address asks for once all is ready, and reports to the page around what happens in the frame.
import { untrack } from 'svelte';
import type { FrameMessage } from '../element/protocol';
import type { Conductor } from './conductor.svelte';
import type { Subject } from './subject';

/**
 * The index of the step to show first: the one asked for, else a lesson's first step, or the last of a script
 * or session.
 */
function wanted({ params, show, from }: Subject): number {
  const last = (show?.titles.length ?? 1) - 1;
  const scripted = show?.run === null || (params.script !== '' && params.lesson === '');
  if (params.step > 0) return Math.min(params.step - 1, last);
  return scripted && from === '' ? last : 0;
}

/** Reports the state to the outer page as long as the calling component lives. */
export function reporting(
  subject: Subject,
  conductor: Conductor,
  born: number,
  tell: (what: FrameMessage) => void,
) {
  const { session, show } = subject;
  const { timeline } = session;
  let begun = false;
  let reported = false;

  // A session from a link has its steps once they ran again.
  const known = $derived(show === null || show.titles.length > 0);
  $effect(() => {
    if (reported || !known || !show) return;
    reported = true;
    const { title, titles } = show;
    tell({ type: 'ready', title, steps: [...titles], step: wanted(subject) + 1, born });
  });
  $effect(() => {
    if (show !== null || reported || session.status !== 'ready') return;
    reported = true;
    tell({ type: 'ready', title: 'Console', steps: [], step: 0, born });
  });

  $effect(() => {
    if (begun || !conductor.allowed || session.status !== 'ready' || !known) return;
    begun = true;
    untrack(() => {
      void conductor.begin(wanted(subject));
    });
  });

  $effect(() => {
    if (!conductor.shown || !show?.settled) return;
    tell({ type: 'step', step: show.index + 1, title: show.titles[show.index] ?? '' });
  });

  let played = false;
  $effect(() => {
    const { playing } = timeline;
    if (!conductor.shown || playing === played) return;
    played = playing;
    tell({ type: playing ? 'play' : 'pause' });
  });
  $effect(() => {
    const { at, length, playing } = timeline;
    if (conductor.shown && !playing) tell({ type: 'seek', at, length });
  });
  $effect(() => {
    if (session.stopped) tell({ type: 'error', message: session.stopped });
  });

  // The session runs again by itself what had run; what had not is asked for once more, once, unless it is why.
  let retried = false;
  $effect(() => {
    if (
      retried ||
      session.culprit ||
      !session.stopped ||
      session.status !== 'ready' ||
      session.again
    )
      return;
    retried = true;
    if (subject.params.view !== 'lesson') untrack(() => void conductor.again());
  });
}
