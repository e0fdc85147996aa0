// A context that draws SVG instead of pixels. It has the methods of a canvas that the maps of pages are painted with,
// and joins successive boxes of one colour into one path.
import type { Rect } from '../layout/page-map';
import type { Brush } from '../stage/paint-pages';

/** Escapes a text so that it can stand in SVG. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A number of px as text, with at most two decimals. */
const px = (n: number) => String(Math.round(n * 100) / 100);

/** Where letters are measured. */
let ruler: CanvasRenderingContext2D | null = null;

/** The one pattern that a canvas has: dead rows are hatched, with lines so many px apart along an edge. */
const HATCH = 'style="stroke:var(--dead)" stroke-width="1.2"';
const APART = 4;

/** The path of a hatch: lines from lower left to upper right through a box. */
export function hatched({ x, y, width, height }: Rect, apart: number): string {
  let lines = '';
  for (let at = Math.ceil((x + y) / apart) * apart; at < x + y + width + height; at += apart) {
    const [from, to] = [Math.max(x, at - y - height), Math.min(x + width, at - y)];
    lines += `M${px(from)} ${px(at - from)}L${px(to)} ${px(at - to)}`;
  }
  return lines;
}

type Box = [x: number, y: number, width: number, height: number];

/** The path of a rectangle. */
const framed = (x: number, y: number, width: number, height: number) =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** A brush that collects what is painted as the parts of an SVG. */
export class Vectors implements Brush {
  fillStyle: Brush['fillStyle'] = '';
  strokeStyle: Brush['strokeStyle'] = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '';
  #parts: string[] = [];
  /** The style of the path that is being written, and what it goes through. */
  #style = '';
  #path: string[] = [];

  /** Adds to the path, or begins one if the style is another. */
  #put(style: string, path: string) {
    const whole = style + (this.globalAlpha < 1 ? ` opacity="${px(this.globalAlpha)}"` : '');
    if (whole !== this.#style) this.#end();
    this.#style = whole;
    this.#path.push(path);
  }

  /** Ends the path that is being collected. */
  #end() {
    if (this.#path.length > 0)
      this.#parts.push(`<path ${this.#style} d="${this.#path.join('')}"/>`);
    this.#path = [];
  }

  /** Fills a rectangle, as the canvas's method does. */
  fillRect(...box: Box) {
    if (typeof this.fillStyle === 'string')
      this.#put(`fill="${escaped(this.fillStyle)}"`, framed(...box));
    else {
      const [x, y, width, height] = box;
      this.#put(HATCH, hatched({ x, y, width, height }, APART));
    }
  }

  /** Draws a rectangle's outline, as the canvas's method does. */
  strokeRect(...box: Box) {
    const look = `fill="none" stroke="${escaped(String(this.strokeStyle))}" stroke-width="${px(this.lineWidth)}"`;
    this.#put(look, framed(...box));
  }

  /** Draws text, as the canvas's method does. */
  fillText(text: string, x: number, y: number) {
    this.#end();
    this.#parts.push(
      `<text x="${px(x)}" y="${px(y)}" fill="${escaped(String(this.fillStyle))}" style="font:${escaped(this.font)}">${escaped(text)}</text>`,
    );
  }

  /** The size of a text, measured by a real canvas. */
  measureText(text: string): TextMetrics {
    ruler ??= document.createElement('canvas').getContext('2d');
    if (!ruler) throw new Error('letters are measured on a canvas');
    ruler.font = this.font;
    return ruler.measureText(text);
  }

  /** No pattern: SVG draws textures as paths. */
  createPattern(): CanvasPattern | null {
    return null;
  }

  /** The SVG of everything drawn, with a margin around it. */
  svg(width: number, height: number, margin: number): string {
    this.#end();
    const box = `${-margin} ${-margin} ${px(width)} ${px(height)}`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${px(width)}" height="${px(height)}" aria-hidden="true">${this.#parts.join('')}</svg>`;
  }
}
