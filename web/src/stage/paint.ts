// Drawing pages on a canvas. Where they are comes from layout; here are only colours and strokes.
import { cellOf, summaryOf, type PageMap } from '../layout/map';

export interface Palette {
  paper: string;
  rule: string;
  live: string;
  soft: string;
  dead: string;
  header: string;
  mark: string;
  focus: string;
  ink: string;
}

export type Hue = 'heap' | 'toast' | 'index';
const known = new Map<string, Palette>();

/** The colours a relation is drawn in, as they are in a theme; read from the page once. */
export function palette(element: HTMLElement, hue: Hue, dark: boolean): Palette {
  const key = `${hue} ${dark}`;
  const colours = known.get(key) ?? readPalette(element, hue);
  known.set(key, colours);
  return colours;
}

function readPalette(element: HTMLElement, hue: Hue): Palette {
  const probe = document.createElement('i');
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: read('raised'),
    rule: read('rule-strong'),
    live: read(`${hue}-3`),
    soft: read(`${hue}-2`),
    dead: read('dead'),
    header: read('header'),
    mark: read('toast-4'),
    focus: read('focus'),
    ink: read('ink'),
  };
  probe.remove();
  return colours;
}

/** Diagonal strokes for what is dead, so that it is not told by hue alone. */
function hatch(context: CanvasRenderingContext2D, colours: Palette): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 4;
  const t = tile.getContext('2d');
  if (!t) return colours.dead;
  t.fillStyle = colours.paper;
  t.fillRect(0, 0, 4, 4);
  t.strokeStyle = colours.dead;
  t.lineWidth = 1.2;
  t.beginPath();
  for (const d of [-4, 0, 4]) {
    t.moveTo(d, 4);
    t.lineTo(d + 4, 0);
  }
  t.stroke();
  return context.createPattern(tile, 'repeat') ?? colours.dead;
}

export interface Painted {
  map: PageMap;
  pages: Uint16Array;
  items: ReadonlyMap<number, Uint16Array>;
  marked: ReadonlySet<number> | undefined;
  selected: number | null;
  cursor: number | null;
}

/** px around the grid, so that frames are not cut off. */
export const MARGIN = 4;

/** Draws all pages of a relation. */
export function paint(canvas: HTMLCanvasElement, what: Painted, colours: Palette) {
  const { map, pages } = what;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.ceil((map.width + 2 * MARGIN) * ratio);
  canvas.height = Math.ceil((map.height + 2 * MARGIN) * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  context.translate(MARGIN, MARGIN);
  const dead = hatch(context, colours);
  const large = map.cell.width >= 18;
  for (let block = 0; block < map.pages; block += map.perCell) {
    const cell = cellOf(map, block);
    const page = summaryOf(pages, block);
    context.fillStyle = colours.paper;
    context.fillRect(cell.x, cell.y, cell.width, cell.height);
    const px = cell.height / 8192;
    const header = page.level === 255 ? cell.height : page.overhead * px;
    if (page.level === 255) {
      context.fillStyle = colours.soft;
      context.fillRect(cell.x, cell.y, cell.width, cell.height);
    } else if (large && what.items.has(block)) {
      const items = what.items.get(block) ?? new Uint16Array();
      context.fillStyle = colours.header;
      context.fillRect(cell.x, cell.y, cell.width, Math.max(1, header));
      for (let i = 0; i < items.length; i += 3) {
        const [at = 0, length = 0, code = 0] = items.subarray(i, i + 3);
        context.fillStyle = code === 0 ? colours.live : code === 3 ? colours.soft : dead;
        const height = Math.max(0.5, length * px);
        const apart = height > 3 ? 0.75 : 0;
        context.fillRect(cell.x, cell.y + at * px, cell.width, height - apart);
      }
    } else {
      // Tuples fill a page from its end, so free space is above them.
      const live = page.live * px;
      const gone = page.dead * px;
      context.fillStyle = page.level > 0 ? colours.soft : colours.live;
      context.fillRect(cell.x, cell.y + cell.height - live, cell.width, live);
      context.fillStyle = dead;
      context.fillRect(cell.x, cell.y + cell.height - live - gone, cell.width, gone);
    }
    if (cell.width >= 10) {
      context.strokeStyle = colours.rule;
      context.lineWidth = 1;
      context.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1);
    }
  }
  const frame = (block: number, colour: string, width: number) => {
    const cell = cellOf(map, block - (block % map.perCell));
    context.strokeStyle = colour;
    context.lineWidth = width;
    const by = width / 2;
    context.strokeRect(cell.x - by, cell.y - by, cell.width + width, cell.height + width);
  };
  for (const block of what.marked ?? []) frame(block, colours.mark, map.gap > 1 ? 2 : 1.5);
  if (what.selected !== null) frame(what.selected, colours.ink, 2);
  if (what.cursor !== null) frame(what.cursor, colours.focus, 2);
}
