// A drawing of the page as a file by itself: every style that it has from elsewhere is written into it.

/** What is drawn with; all else of a style has no effect in an SVG. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
];
/** Pixels of a PNG for each of the page's. */
const SCALE = 2;
/** Px above the drawing for its title, and around it. */
const [TITLE, MARGIN] = [34, 12];

const NAMESPACE = 'http://www.w3.org/2000/svg';

function styled(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  drawing.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(element);
    const own = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`);
    copies[i]?.setAttribute('style', own.join(';'));
    copies[i]?.removeAttribute('class');
  });
  return copy;
}

/** The drawing on its ground, with a title over it. */
export function svgOf(drawing: SVGSVGElement, title: string): string {
  const { width, height } = drawing.getBoundingClientRect();
  const ground = getComputedStyle(drawing.closest('main') ?? document.body);
  const [wide, high] = [width + 2 * MARGIN, height + TITLE + MARGIN];
  const whole = document.createElementNS(NAMESPACE, 'svg');
  const set = (element: Element, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
    return element;
  };
  set(whole, { xmlns: NAMESPACE, width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
  const fill = ground.getPropertyValue('--picture-ground') || ground.backgroundColor;
  const paper = set(document.createElementNS(NAMESPACE, 'rect'), {
    width: wide,
    height: high,
    fill,
  });
  const line = set(document.createElementNS(NAMESPACE, 'text'), {
    x: MARGIN,
    y: 22,
    fill: ground.color,
    style: `font:600 14px ${ground.fontFamily}`,
  });
  line.textContent = title;
  const inner = set(styled(drawing), { x: MARGIN, y: TITLE, width, height });
  inner.removeAttribute('class');
  whole.append(paper, line, inner);
  return new XMLSerializer().serializeToString(whole);
}

/** The same in pixels. */
export async function pngOf(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgOf(drawing, title)], { type: 'image/svg+xml' }));
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
