// Makes a file of a drawing on the page: all styles that it has from elsewhere are written into it.
import { legend } from '../../layout/legend';
import { boxOf } from '../../ui/zoomed-box';
import { MEASURED_ON } from './save-file';

/** What stands for a line of a drawing that has no legend of its own. */
export interface Entry {
  name: string;
  colour: string;
  /** Its mark around 0, 0. */
  mark: string;
}

/** What a file is made of. */
export interface Picture {
  drawing: SVGSVGElement;
  title: string;
  legend?: readonly Entry[];
}

/** What is drawn with; all else of a style has no effect in an SVG. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
];
/** Pixels of a PNG for each of the page's. */
const SCALE = 2;
/** Px above the drawing for its title, below it for the server it was measured on, and around it. */
const [TITLE, SERVER, MARGIN] = [34, 16, 12];

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** A copy of the drawing with all styles written into it. */
function styled(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  drawing.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(element);
    const own = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`);
    copies[i]?.setAttribute('style', own.join(';'));
    for (const name of ['class', 'fill', 'stroke']) copies[i]?.removeAttribute(name);
  });
  return copy;
}

/** Appends an element with attributes. */
function add(to: Element, name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, `${value}`);
  to.append(element);
  return element;
}

/** Draws marks and names, from the top down. Returns the height in px. */
function drawLegend(to: SVGElement, entries: readonly Entry[], width: number, style: string) {
  const placed = legend(
    entries.map(({ name }) => ({ key: name, name })),
    MARGIN,
    width,
  );
  for (const [i, { name, x, y }] of placed.entries.entries()) {
    const { colour, mark } = entries[i]!;
    const own = add(to, 'g', { transform: `translate(${x + 8} ${y + TITLE})` });
    add(own, 'path', { d: mark, fill: resolved(colour) });
    add(own, 'text', { x: 12, y: 4, style }).textContent = name;
  }
  return placed.height;
}

/** The colour that a token has in the current theme: files outside the page know no tokens. */
function resolved(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** The SVG file of a drawing: its background, a title above it, its legend, and below it the server. */
export function svgOf({ drawing, title, legend: entries = [] }: Picture): string {
  const { width, height } = boxOf(drawing);
  const ground = getComputedStyle(drawing.closest('section') ?? document.body);
  const whole = document.createElementNS(NAMESPACE, 'svg');
  const wide = width + 2 * MARGIN;
  const paper = add(whole, 'rect', { width: wide });
  paper.setAttribute('fill', resolved('var(--raised)'));
  const words = `font-family:${ground.fontFamily};fill:${ground.color}`;
  add(whole, 'text', {
    x: MARGIN,
    y: 22,
    style: `${words};font-size:14px;font-weight:600`,
  }).textContent = title;
  const above =
    entries.length > 0 ? drawLegend(whole, entries, width, `${words};font-size:12px`) : 0;
  const high = height + TITLE + above + SERVER + MARGIN;
  add(whole, 'text', {
    x: wide - MARGIN,
    y: high - MARGIN,
    style: `${words};font-size:11px;text-anchor:end`,
  }).textContent = `PostgreSQL ${MEASURED_ON}`;
  paper.setAttribute('height', `${high}`);
  for (const [name, value] of Object.entries({
    xmlns: NAMESPACE,
    width: wide,
    height: high,
    viewBox: `0 0 ${wide} ${high}`,
  }))
    whole.setAttribute(name, `${value}`);
  const inner = styled(drawing);
  for (const [name, value] of Object.entries({ x: MARGIN, y: TITLE + above, width, height }))
    inner.setAttribute(name, `${value}`);
  inner.removeAttribute('class');
  whole.append(inner);
  return new XMLSerializer().serializeToString(whole);
}

/** The drawing as a PNG file. Throws if the browser cannot draw it. */
export async function pngOf(picture: Picture): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgOf(picture)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * SCALE;
    canvas.height = image.height * SCALE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw the picture.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
