// A frame on paper. The page around it fixes its size there, and the frame cannot lay itself out anew, so its last
// picture is enlarged or made smaller as a whole. Maps of pages (canvases) and patterns (tiles) would print as pixels:
// lines and boxes are drawn in their places.
import type { Drawn } from '../stage/paint-pages';
import { hatched, Vectors } from './vectors';

/** The lines of stage/Texture.svelte: their looks, and how many px they are apart along an edge. */
const LINES = {
  texture: { look: 'stroke:var(--draw-toasted-edge);stroke-opacity:.5', apart: 8.5 },
  hatch: { look: 'stroke:var(--dead);stroke-opacity:.6', apart: 7 },
};

/** Draws a canvas as vectors above it; returns a function that removes them. */
function vectorsOver(canvas: Drawn): () => void {
  const brush = new Vectors();
  const margin = canvas.drawAgain?.(brush) ?? 0;
  const place = document.createElement('div');
  place.style.cssText = 'position:absolute;inset:0 auto auto 0;display:flex';
  place.innerHTML = brush.svg(canvas.offsetWidth, canvas.offsetHeight, margin);
  canvas.after(place);
  canvas.style.visibility = 'hidden';
  return () => {
    place.remove();
    canvas.style.visibility = '';
  };
}

/** Draws the lines of a pattern through the shape it fills; returns functions that remove them. */
function linesThrough(filled: SVGGraphicsElement): (() => void)[] {
  const [, name] = /^url\("?#(\w+)/.exec(getComputedStyle(filled).fill) ?? [];
  if (name !== 'texture' && name !== 'hatch') return [];
  const { look, apart } = LINES[name];
  const lines = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  lines.setAttribute('d', hatched(filled.getBBox(), apart));
  lines.style.cssText = look;
  filled.after(lines);
  filled.style.visibility = 'hidden';
  /** Takes the lines away again. */
  const undo = () => {
    lines.remove();
    filled.style.visibility = '';
  };
  return [undo];
}

/** Keeps a frame's picture unchanged while the page is printed; returns a function that stops it. */
export function keptOnPaper(main: HTMLElement): () => void {
  const printing = matchMedia('print');
  const { style } = main;
  let undo: (() => void)[] = [];
  let [width, height, zoom] = [0, 0, 1];

  /** Fits the frame to the paper before it is printed. */
  const before = () => {
    [width, height, zoom] = [innerWidth, innerHeight, main.currentCSSZoom];
    const maps = main.querySelectorAll<Drawn>('[data-part=pages] canvas');
    const boxes = main.querySelectorAll<SVGGraphicsElement>('svg :is(rect, path)');
    undo = [...[...maps].map(vectorsOver), ...[...boxes].flatMap(linesThrough)];
  };
  /** Only now is known how large the frame is on paper. */
  const change = ({ matches }: MediaQueryListEvent) => {
    if (!matches || width === 0) return;
    const larger = Math.min(innerWidth / width, innerHeight / height);
    if (Math.abs(larger - 1) < 0.001) return;
    style.width = `${width / zoom}px`;
    style.height = `${height / zoom}px`;
    style.zoom = String(zoom * larger);
  };
  /** Puts everything back after printing. */
  const after = () => {
    for (const one of undo) one();
    undo = [];
    style.width = style.height = style.zoom = '';
  };

  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  printing.addEventListener('change', change);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    printing.removeEventListener('change', change);
    after();
  };
}
