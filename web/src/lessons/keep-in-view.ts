// Scrolls to what appears in a step, so that nobody has to.

/** px that are left free around it. */
const AROUND = 8;
/** What answers a step: what plays, answers, amounts, what can be turned, and the first sentences. */
const TELLS =
  '[data-testid=plays], .answer, figure, .knob-panel, .exercise, :scope > :nth-child(1 of .prose) > :first-child';
/** After these somebody scrolls by themselves. */
const BY_HAND = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Scrolls a step's outcome into view: all of it if it fits, else from its top. In a narrow window the page scrolls. */
function reveal(outcome: HTMLElement, region: HTMLElement, narrow: boolean) {
  const last = [...outcome.querySelectorAll(TELLS)].at(-1) ?? outcome;
  const port = narrow ? document.documentElement : region;
  const top = port.getBoundingClientRect().top - (narrow ? 0 : port.scrollTop);
  // There the timeline and what leads on lie over the page.
  const covered = narrow ? parseFloat(getComputedStyle(outcome).scrollMarginBottom) : 0;
  const from = outcome.getBoundingClientRect().top - top - AROUND;
  const to = last.getBoundingClientRect().bottom - top + AROUND;
  port.scrollTop = Math.min(from, Math.max(0, to - port.clientHeight + covered));
}

/** Scrolls with a step's outcome as it grows, until the reader scrolls. Returns a function that stops it. */
export function keepInView(outcome: HTMLElement): (() => void) | undefined {
  const region = outcome.closest<HTMLElement>('[role=region]');
  if (!region) return;
  const narrow = getComputedStyle(region).overflowY === 'visible';
  const watch = new ResizeObserver(() => reveal(outcome, region, narrow));
  const stop = () => watch.disconnect();
  watch.observe(outcome);
  if (!narrow) watch.observe(region);
  const listens = narrow ? window : region;
  for (const event of BY_HAND) listens.addEventListener(event, stop, { passive: true });
  return () => {
    stop();
    for (const event of BY_HAND) listens.removeEventListener(event, stop);
  };
}
