// Keeps the order of a step wherever it is run from: its questions are asked before the answer is shown.

/** Moves the focus to the step's question if it is not answered yet. Returns whether it was open. */
export function askFirst(run: { readonly open: boolean }): boolean {
  if (!run.open) return false;
  document.querySelector<HTMLElement>('.guess :is(input, [tabindex])')?.focus();
  return true;
}
