// Describes a drawing in words: which shapes and texts it has, and where they are. So a test sees when it changes.

/** px of the grid to which places are rounded. */
const GRID = 8;

/**
 * Describes each thing drawn within an element: its kind, its words, and its box on the grid, relative to the
 * element.
 */
export const described = (page, part) =>
  page
    .locator(part)
    .first()
    .evaluate((root, grid) => {
      const at = root.getBoundingClientRect();
      /** A number in steps of the grid. */
      const round = (n) => Math.round(n / grid);
      /** Where a box is, and its size. */
      const box = (r) => [r.left - at.left, r.top - at.top, r.width, r.height].map(round).join(' ');
      /** Whether an element can be seen. */
      const shown = (e) => {
        const r = e.getBoundingClientRect();
        const { visibility, position } = getComputedStyle(e);
        // What is fixed to the screen lies over other drawings too.
        return r.width > 0 && r.height > 0 && visibility !== 'hidden' && position !== 'fixed';
      };
      /** The words of an element that no other element within it has. */
      const words = (e) =>
        [...e.childNodes]
          .filter((n) => n.nodeType === Node.TEXT_NODE)
          .map((n) => n.textContent)
          .join(' ')
          .replace(/\s+/g, ' ')
          .trim();
      /** What an element is: its name and its classes. */
      const kind = (e) => {
        const classes = [...e.classList]
          .filter((c) => !c.startsWith('svelte-'))
          .sort()
          .join('.');
        const thing = e.dataset.thing ? `<${e.dataset.thing}>` : '';
        return `${e.localName}${classes ? `.${classes}` : ''}${thing}`;
      };
      const DRAWN = new Set(['rect', 'path', 'line', 'circle', 'polygon', 'canvas', 'button', 'i']);
      const lines = [];
      /** Describes an element, and those in it. */
      const walk = (e, depth) => {
        if (!shown(e) || ['defs', 'title', 'style'].includes(e.localName)) return;
        const said = words(e);
        const described = said || e.dataset.thing || DRAWN.has(e.localName);
        if (described)
          lines.push(
            `${'  '.repeat(depth)}${kind(e)} [${box(e.getBoundingClientRect())}]${said ? ` ${said}` : ''}`,
          );
        for (const child of e.children) walk(child, described ? depth + 1 : depth);
      };
      walk(root, 0);
      return lines;
    }, GRID);

const BOX = /\[(-?\d+) (-?\d+) (-?\d+) (-?\d+)\]/;

/**
 * The differences between two descriptions, as lines to be read. Boxes may differ by one step of the grid,
 * since browsers draw fonts a little differently.
 */
export function differences(kept, now) {
  const found = [];
  for (let i = 0; i < Math.max(kept.length, now.length); i++) {
    const [was, is] = [kept[i] ?? '(nothing)', now[i] ?? '(nothing)'];
    const [a, b] = [BOX.exec(was), BOX.exec(is)];
    const same =
      was.replace(BOX, '') === is.replace(BOX, '') &&
      (a === null
        ? b === null
        : a.slice(1).every((n, k) => Math.abs(Number(n) - Number(b?.[k + 1])) <= 1));
    if (!same) found.push(`line ${i + 1}:\n  was ${was}\n  is  ${is}`);
  }
  return found;
}
