// Makes the headings of compared maps equally tall, so that the maps begin at one height on both sides.

/** The headings of the maps in an element. */
const headingsIn = (side: Element) => [...side.querySelectorAll<HTMLElement>('[data-heading]')];

/** px that a heading's text is tall, as it is laid out. */
function tallness(heading: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(heading);
  return range.getBoundingClientRect().height / (heading.currentCSSZoom ?? 1);
}

/** Aligns both sides' headings, pair by pair, if they have as many. */
export function alignHeadings(place: HTMLElement) {
  const [left, right] = [...place.children].map(headingsIn);
  if (!left || !right) return;
  const tall = left.map((heading, i) => {
    const other = right[i];
    return other ? Math.max(tallness(heading), tallness(other)) : 0;
  });
  for (const side of [left, right])
    side.forEach((heading, i) => {
      if (left.length === right.length) heading.style.setProperty('--heading', `${tall[i]}px`);
      else heading.style.removeProperty('--heading');
    });
}
