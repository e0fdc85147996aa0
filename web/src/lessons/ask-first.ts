// What is asked comes before what shows the answer, wherever a step is run from.

/** Leads to the question of a step that was not answered yet; false when there is none. */
export function askFirst(run: { readonly open: boolean }): boolean {
  if (!run.open) return false;
  document.querySelector<HTMLElement>('.guess :is(input, [tabindex])')?.focus();
  return true;
}
