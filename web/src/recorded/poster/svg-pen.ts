// What draws a poster: plain SVG, without a style sheet, a font or a script of its own, so that it looks the same in a
// page, in a slide and in a drawing program. Rectangles of one colour are one path: that is most of a poster.
import type { Rect } from '../../layout/page-map';

/** A colour by the name that it has in `styles/tokens.css`. */
export type Colours = (token: string) => string;

const PROSE = "Inter, 'Inter Variable', system-ui, sans-serif";
const MONO = "'JetBrains Mono', 'JetBrains Mono Variable', ui-monospace, monospace";

/** Escapes a text so that it can stand in SVG. */
const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  );

/** px of letters, where nothing else is said. */
const SIZE = 12;

/** A number of px as text, with at most one decimal. */
const px = (n: number) => String(Math.round(n * 10) / 10);

/** The path of a rectangle. */
const boxed = ({ x, y, width, height }: Rect) =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** How a text is set: its size in px, its weight, whether it is monospaced, and which end stands at its place. */
export interface Words {
  size?: number;
  weight?: number;
  mono?: boolean;
  anchor?: 'middle' | 'end';
}

/** Collects the shapes and texts of one drawing as SVG. Colours are names of tokens, places and sizes px. */
export class Pen {
  #parts: string[] = [];

  constructor(readonly colour: Colours) {}

  /** Draws filled rectangles of one colour (the name of a token), with an outline in another. */
  boxes(boxes: readonly Rect[], fill: string, opacity = 1, stroke = '') {
    if (boxes.length === 0) return;
    const frame = stroke ? ` stroke="${this.colour(stroke)}"` : '';
    const faint = (opacity < 1 ? ` fill-opacity="${px(opacity)}"` : '') + frame;
    this.#parts.push(
      `<path fill="${this.colour(fill)}"${faint} d="${boxes.map(boxed).join('')}"/>`,
    );
  }

  /** Draws lines of equal cells, each line as one dashed stroke with gaps between the cells. */
  cells(cells: readonly Rect[], gap: number, fill: string, opacity = 1) {
    const looks = new Map<string, { x: number; y: number; to: number }[]>();
    for (const { x, y, width, height } of cells) {
      const look = `stroke-width="${px(height)}" stroke-dasharray="${px(width)} ${px(gap)}"`;
      const lines = looks.get(look) ?? [];
      looks.set(look, lines);
      const middle = y + height / 2;
      const last = lines.at(-1);
      if (last?.y === middle && Math.abs(x - last.to - gap) < 0.1) last.to = x + width;
      else lines.push({ x, y: middle, to: x + width });
    }
    const faint = opacity < 1 ? ` stroke-opacity="${px(opacity)}"` : '';
    for (const [look, lines] of looks) {
      const d = lines.map(({ x, y, to }) => `M${px(x)} ${px(y)}h${px(to - x)}`).join('');
      this.#parts.push(`<path stroke="${this.colour(fill)}"${faint} ${look} d="${d}"/>`);
    }
  }

  /** Draws the outlines of rectangles. */
  frames(boxes: readonly Rect[], stroke: string, width = 1) {
    if (boxes.length === 0) return;
    this.#parts.push(
      `<path fill="none" stroke="${this.colour(stroke)}" stroke-width="${width}" d="${boxes.map(boxed).join('')}"/>`,
    );
  }

  /** Draws a line between two points, `width` px wide. */
  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1) {
    this.#parts.push(
      `<path stroke="${this.colour(stroke)}" stroke-width="${width}" d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}"/>`,
    );
  }

  /** A polygon; its corners are pairs of numbers. */
  shape(corners: readonly number[], fill: string, stroke?: string) {
    const edge = stroke ? ` stroke="${this.colour(stroke)}"` : '';
    this.#parts.push(
      `<polygon fill="${this.colour(fill)}"${edge} points="${corners.map(px).join(' ')}"/>`,
    );
  }

  /** Draws a text; `y` is its baseline. */
  text(x: number, y: number, text: string, fill: string, words: Words = {}) {
    this.texts([{ x, y, text }], fill, words);
  }

  /** Draws several texts of one style. */
  texts(texts: readonly { x: number; y: number; text: string }[], fill: string, words: Words = {}) {
    const { size = SIZE, weight = 400, mono = false, anchor } = words;
    // What the drawing as a whole says need not be said again.
    const own = [
      ['fill', this.colour(fill)],
      ['font-family', mono ? MONO : ''],
      ['font-size', size === SIZE ? '' : size],
      ['font-weight', weight === 400 ? '' : weight],
      ['text-anchor', anchor ?? ''],
    ] as const;
    const look = own.flatMap(([name, value]) => (value ? [`${name}="${value}"`] : [])).join(' ');
    const [one, ...more] = texts;
    /** A text as an element of SVG. */
    const said = ({ x, y, text }: { x: number; y: number; text: string }, own = '') =>
      `<text x="${px(x)}" y="${px(y)}"${own}>${escaped(text)}</text>`;
    if (!one) return;
    if (more.length === 0) this.#parts.push(said(one, ` ${look}`));
    else this.#parts.push(`<g ${look}>${texts.map((text) => said(text)).join('')}</g>`);
  }

  /** Draws something moved to a point and scaled. */
  within(x: number, y: number, scale: number, draw: () => void) {
    const small = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`;
    this.#parts.push(`<g transform="translate(${px(x)} ${px(y)})${small}">`);
    draw();
    this.#parts.push('</g>');
  }

  /** The SVG of the whole drawing. */
  svg(width: number, height: number, title: string): string {
    const ground = `<rect width="${width}" height="${height}" fill="${this.colour('paper')}"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${PROSE}" font-size="${SIZE}" role="img"><title>${escaped(title)}</title>${ground}${this.#parts.join('')}</svg>\n`;
  }
}
