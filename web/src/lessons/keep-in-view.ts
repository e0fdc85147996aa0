// Scrolls to what appears in a step, so that nobody has to.

/** px that are left free around it. */
const AROUND = 8;
/** What answers a step: what plays, answers, amounts, what can be turned, and the first sentences. */
const TELLS =
  '[data-testid=plays], .answer, figure, .knob-panel, .exercise, :scope > :nth-child(1 of .prose) > :first-child';
/** After these somebody scrolls by themselves. */
const BY_HAND = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Scrolls a step's outcome into view: all of it if it fits, else from its top. */
function reveal(outcome: HTMLElement, region: HTMLElement) {
  const last = [...outcome.querySelectorAll(TELLS)].at(-1) ?? outcome;
  const top = region.getBoundingClientRect().top - region.scrollTop;
  const from = outcome.getBoundingClientRect().top - top - AROUND;
  const to = last.getBoundingClientRect().bottom - top + AROUND;
  region.scrollTop = Math.min(from, Math.max(0, to - region.clientHeight));
}

/** Scrolls with a step's outcome as it grows, until the reader scrolls. Returns a function that stops it. */
export function keepInView(outcome: HTMLElement): (() => void) | undefined {
  const region = outcome.closest<HTMLElement>('[role=region]');
  if (!region) return;
  // In a narrow window the whole page scrolls.
  if (getComputedStyle(region).overflowY === 'visible') {
    outcome.scrollIntoView({ block: 'nearest' });
    return;
  }
  const watch = new ResizeObserver(() => reveal(outcome, region));
  /** Stops watching. */
  const stop = () => watch.disconnect();
  watch.observe(outcome);
  watch.observe(region);
  for (const event of BY_HAND) region.addEventListener(event, stop, { passive: true });
  return () => {
    stop();
    for (const event of BY_HAND) region.removeEventListener(event, stop);
  };
}
