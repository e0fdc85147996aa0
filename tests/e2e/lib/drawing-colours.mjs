// Describes a drawing by its colours, for what words do not say, such as a hue or what is painted on a canvas. Each
// field of a coarse grid has its mean colour, so that letters, whose edges differ from one browser to the next, leave a
// tint and no shape.

/** px of a field, and of how many steps of 0 to 15 a colour may be another. */
const FIELD = 32;
const NEAR = 1;
/** The share of fields that may differ by more: an edge may fall on the other side of a line of the grid. */
const OFF = 0.01;

/**
 * The mean colours of a grid of cells over a drawing: a line for each row, three hexadecimal digits for each
 * cell.
 */
export async function coloured(page, part) {
  const picture = await page.locator(part).first().screenshot();
  return page.evaluate(
    async ([encoded, field]) => {
      const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      /** The mean colour of a field. */
      const mean = (left, top) => {
        const [right, bottom] = [
          Math.min(left + field, image.width),
          Math.min(top + field, image.height),
        ];
        const sums = [0, 0, 0];
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++)
            for (const c of [0, 1, 2]) sums[c] += data[4 * (y * image.width + x) + c];
        const many = (right - left) * (bottom - top);
        return sums.map((sum) => Math.round((15 * sum) / many / 255).toString(16)).join('');
      };
      const lines = [];
      for (let top = 0; top < image.height; top += field) {
        const line = [];
        for (let left = 0; left < image.width; left += field) line.push(mean(left, top));
        lines.push(line.join(' '));
      }
      return lines;
    },
    [picture.toString('base64'), FIELD],
  );
}

/** The cells whose colours differ, as lines to be read; empty if only few differ. */
export function recoloured(kept, now) {
  const found = [];
  let all = 0;
  for (let row = 0; row < Math.max(kept.length, now.length); row++) {
    const [was, is] = [kept, now].map((lines) => (lines[row] ?? '').split(' '));
    for (let column = 0; column < Math.max(was.length, is.length); column++) {
      all++;
      const [a = '', b = ''] = [was[column], is[column]];
      const near =
        a.length === b.length &&
        [...a].every((digit, i) => Math.abs(parseInt(digit, 16) - parseInt(b[i], 16)) <= NEAR);
      if (!near) found.push(`at ${column * FIELD}, ${row * FIELD} px: was #${a}, is #${b}`);
    }
  }
  return found.length > OFF * all ? found : [];
}
