// How large type is as it is drawn: its size in the sheet, times all that enlarges it or makes it smaller on its way to
// the screen (CSS zoom, transforms, an SVG's viewBox, a canvas that is stretched). `measureType` runs in the page.

/** Records the size of each text drawn on a canvas; to be called before the page's scripts run. */
export function noteCanvasType() {
  const texts = new WeakMap();
  globalThis.canvasTexts = texts;
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  Object.assign(CanvasRenderingContext2D.prototype, {
    clearRect(...box) {
      texts.delete(this.canvas);
      return clearRect.apply(this, box);
    },
    fillText(text, ...rest) {
      const { b, d } = this.getTransform();
      const px = parseFloat(/[\d.]+px/.exec(this.font)[0]) * Math.hypot(b, d);
      texts.set(this.canvas, [...(texts.get(this.canvas) ?? []), { text, px }]);
      return fillText.call(this, text, ...rest);
    },
  });
}

/** The visible labels, each with the size of its letters on screen in px. Runs in the page. */
export function measureType(within = 'body') {
  const root = document.querySelector(within);
  /** Whether a box is seen within all that cuts it. */
  const seen = (element, box) => {
    let [top, bottom, left, right] = [0, innerHeight, 0, innerWidth];
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const around = at.getBoundingClientRect();
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
    }
    return (
      box.width > 1 &&
      box.height > 1 &&
      Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1 &&
      Math.min(right, box.right) - Math.max(left, box.left) > 1
    );
  };
  /** How many times as large as in its sheet an element is drawn. */
  const scaleOf = (element) => {
    const text = element.closest('svg text');
    if (text) {
      const { width, height } = text.getBoundingClientRect();
      const { a, b } = text.getScreenCTM();
      // What is written from below to above is as high as its box is wide.
      return (Math.abs(b) > Math.abs(a) ? width : height) / text.getBBox().height;
    }
    let at = element;
    while (at.parentElement && !(at.offsetWidth > 100)) at = at.parentElement;
    return at.getBoundingClientRect().width / at.offsetWidth;
  };
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || element.closest('.hidden, title, style, script, option')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    if (![...range.getClientRects()].some((box) => seen(element, box))) continue;
    found.push({ text, px: parseFloat(getComputedStyle(element).fontSize) * scaleOf(element) });
  }
  for (const canvas of root.querySelectorAll('canvas')) {
    const box = canvas.getBoundingClientRect();
    if (!seen(canvas.parentElement, box)) continue;
    const scale = box.height / canvas.height;
    for (const { text, px } of globalThis.canvasTexts?.get(canvas) ?? [])
      found.push({ text, px: px * scale });
  }
  return found;
}

/** The labels smaller than `least` px, in words. */
export const smallerThan = (least, labels) =>
  labels
    .filter(({ px }) => px < least - 0.05)
    .map(({ text, px }) => `“${text.slice(0, 40)}” ${px.toFixed(1)} px`);
