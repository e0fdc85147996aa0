// Reads which steps a slide goes through: `2-4`, `1,3,5`, `4-1`.

/** The most steps that one attribute may name: more than any lesson has. */
const MOST = 99;

/** The steps that a text names, in order; other words are ignored. */
export function stepsOf(text: string): number[] {
  const steps = text.split(',').flatMap((part) => {
    const range = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(part);
    if (!range) return [];
    const from = Number(range[1]);
    const to = Number(range[2] ?? range[1]);
    const way = to < from ? -1 : 1;
    return Array.from(
      { length: Math.min(MOST, Math.abs(to - from) + 1) },
      (_, i) => from + way * i,
    );
  });
  return steps.filter((step) => step > 0).slice(0, MOST);
}
