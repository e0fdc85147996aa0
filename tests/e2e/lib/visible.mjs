// Whether what a sentence names is seen, and nothing on the stage is cut: runs in the page. What is named is read from
// the words alone, so that it does not rest on what the page believes it speaks of.

/**
 * Installs `lookThrough` in the page. It goes from frame to frame and reports what their sentences name that is
 * not in view, what of the stage is cut or scrolled away, and letters smaller than `least` px.
 */
export function install(least) {
  globalThis.leastType = least;
  const { session } = globalThis.toastscope;
  const { timeline } = session;

  const number = (text) => Number(text.replaceAll(',', ''));
  const ROW =
    /^(A row of|The row is \d|Round \d|The value gets|In the row|(pglz|lz4) (makes|gives \w+ up))/;
  const VALUE = /^(The pointer says|Value \d+ is fetched|(pglz|lz4) gives (all|the))/;

  /** The things that a sentence names. */
  function named(sentence) {
    const things = [];
    if (ROW.test(sentence)) things.push({ what: 'row' });
    if (VALUE.test(sentence)) things.push({ what: 'value' });
    const chunk = /^Chunk (\d+) (becomes|is stored|is read)/.exec(sentence);
    if (chunk) things.push({ what: 'chunk', chunk: chunk[1] });
    for (const [, block, relation] of sentence.matchAll(
      /(?:page|leaf|Page|Leaf) ([\d,]+)(?:, item \d+,?)? of ([\w.]*\w)\b(?! \((?:init|fsm|vm)\))/g,
    ))
      things.push({ what: 'page', relation, block: number(block) });
    const down = /^(\w+) is descended: (.*)\.$/.exec(sentence);
    if (down)
      for (const [block] of down[2].matchAll(/[\d,]+/g))
        things.push({ what: 'page', relation: down[1], block: number(block) });
    const seen = /^Looked at: (.*)\.$/.exec(sentence);
    if (seen)
      for (const [, relation] of seen[1].matchAll(/ of (\w+)/g))
        things.push({ what: 'relation', relation });
    if (/^[\dA-F]+\/[\dA-F]+ /.test(sentence)) things.push({ what: 'log' });
    return things;
  }

  const map = (relation) => document.querySelector(`article[data-relation="${relation}"]`);

  /** Finds where a thing is drawn; null if it is not drawn. */
  function find(thing) {
    if (thing.what === 'row') {
      const element = document.querySelector('[data-part=row] svg');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'value') {
      const element = document.querySelector('[data-part=row] [data-testid=fetch]');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'chunk') {
      const element =
        document.querySelector(`[data-flight="chunk ${thing.chunk}"]`) ??
        document.querySelector('[data-part=row] svg');
      return element && { element, box: element.getBoundingClientRect() };
    }
    if (thing.what === 'log') {
      const element = document.querySelector('[data-part=log]');
      return element && { element, box: element.getBoundingClientRect() };
    }
    const element = map(thing.relation);
    if (!element) return null;
    if (thing.what === 'relation') return { element, box: element.getBoundingClientRect() };
    const relation = timeline.scene.relations.find((r) => r.name === thing.relation);
    const box = globalThis.toastscope.placeOf(relation.file, thing.block);
    // `placeOf` says where a page is drawn, in px of the layout; a frame may draw all of it smaller.
    const { currentCSSZoom: zoom = 1 } = element;
    const seen =
      box && new DOMRect(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom);
    return seen && { element: element.querySelector('.cells'), box: seen };
  }

  /**
   * The top and bottom of the part of the window in which an element can be seen, as its scroll containers and
   * the timeline's bar leave it.
   */
  function port(element) {
    let [top, bottom] = [0, innerHeight];
    const bar = document.querySelector('[data-testid=timeline]');
    if (bar && !bar.contains(element)) bottom = Math.min(bottom, bar.getBoundingClientRect().top);
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at === document.documentElement || at === document.body) continue;
      if (getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return { top, bottom };
  }

  /** Why a thing is not in view; empty if it is. A thing taller than its container must fill it. */
  function unseen(thing) {
    const found = find(thing);
    if (!found) return 'is not drawn';
    const { top, bottom } = port(found.element);
    const { box } = found;
    if (box.width === 0 || box.right < 1 || box.left > innerWidth - 1)
      return 'is beside the window';
    const seen = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    const wanted = thing.what === 'relation' ? Math.min(40, box.height) : box.height;
    if (seen >= wanted - 2 || (seen > 120 && seen >= bottom - top - 12)) return '';
    return `has ${Math.round(Math.max(0, seen))} of ${Math.round(wanted)} px in view`;
  }

  /** The box of the window in which an element can be seen. */
  function opening(element) {
    const { top, bottom } = port(element);
    let [left, right] = [0, innerWidth];
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at === document.documentElement || at === document.body) continue;
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
    }
    return { top, bottom, left, right };
  }

  /** In words, by how much a box lies outside an opening; empty if it does not. */
  function outside(box, { top, bottom, left, right }) {
    const tall = Math.min(box.bottom, bottom) - Math.max(box.top, top);
    const wide = Math.min(box.right, right) - Math.max(box.left, left);
    const shows = (seen, whole, what) =>
      seen < whole - 2 ? `${Math.max(0, Math.round(seen))} of ${Math.round(whole)} px ${what}` : '';
    return shows(tall, box.height, 'high') || shows(wide, box.width, 'wide');
  }

  const drawn = (element) => {
    const { visibility, opacity } = getComputedStyle(element);
    return visibility === 'visible' && opacity !== '0';
  };

  /** Lists the headings, labels and maps of the stage that are cut or out of view, and letters that are too small. */
  function cut() {
    const faults = [];
    const stage = document.querySelector('[data-stage]');
    if (!stage) return faults;
    const openings = new Map();
    const openingOf = (element) => {
      const around = element.parentElement;
      if (!openings.has(around)) openings.set(around, opening(element));
      return openings.get(around);
    };
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (!text || element.closest('.hidden, title, style, .tip, .zoom, [data-flying]')) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
      if (boxes.length === 0 || !drawn(element)) continue;
      const says = text.length > 40 ? `${text.slice(0, 40)}…` : text;
      // Text that is its element's only content is clipped by that element as well.
      const at = getComputedStyle(element).overflowX === 'visible' ? openingOf(element) : null;
      const port = at ?? intersect(openingOf(element), element.getBoundingClientRect());
      const why = boxes.map((box) => outside(box, port)).find(Boolean);
      if (why) faults.push(`“${says}” shows ${why}`);
      const size = parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
      if (size < globalThis.leastType - 0.05)
        faults.push(`“${says}” has type of ${size.toFixed(1)} px`);
    }
    for (const map of stage.querySelectorAll('article .cells')) {
      // With room for one part the others are left out whole; what a sentence names has to be there all the same.
      if (!map.checkVisibility()) continue;
      const name = map.closest('article').dataset.relation;
      const why = outside(map.getBoundingClientRect(), openingOf(map));
      if (why) faults.push(`the map of ${name} shows ${why}`);
    }
    return faults;
  }

  const intersect = (a, b) => ({
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
  });

  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));

  /** Waits until what stands above the stage has its height: an exercise's editor is loaded late. */
  const settled = async () => {
    let tall = 0;
    for (let same = 0; same < 10; same++) {
      await frame();
      if (tall === document.documentElement.scrollHeight) continue;
      tall = document.documentElement.scrollHeight;
      same = 0;
    }
  };

  /** Checks the things that a frame's sentence names, and the whole stage. */
  async function look(things) {
    // A map that is new finds its width in one picture, its height in the next, and then the camera comes. What is
    // not seen in a tenth of a second is not seen.
    let faults = [];
    for (let pictures = 1; pictures <= 6; pictures++) {
      await frame();
      if (pictures < 3) continue;
      faults = things.flatMap((thing) => {
        const why = unseen(thing);
        return why
          ? [`${thing.what} ${thing.relation ?? thing.chunk ?? ''} ${thing.block ?? ''} ${why}`]
          : [];
      });
      faults.push(...cut().slice(0, 6));
      if (faults.length === 0) return '';
    }
    return `“${timeline.scene.sentence}” ${faults.join('; ')}`;
  }

  /** Goes through a passage, looking at no more than so many frames of it, evenly spread. */
  globalThis.lookThrough = async (from, to, most) => {
    const through = { looked: 0, named: 0, faults: [] };
    await settled();
    const stride = Math.max(1, Math.ceil((to - from + 1) / most));
    for (let at = from; at <= to; at += stride) {
      timeline.playing = true;
      timeline.seek(at);
      through.looked++;
      const things = named(timeline.scene.sentence);
      if (things.length > 0) through.named++;
      const fault = await look(things);
      if (fault) through.faults.push(`frame ${at}: ${fault}`);
    }
    timeline.pause();
    return through;
  };

  // Where things lie is asked of the layout alone: that nothing is painted saves most of the time.
  document.documentElement.style.opacity = '0';

  // What a step plays is heard, and looked at frame by frame instead.
  timeline.playPassage = (from, to, then) => {
    globalThis.passage = { from, to };
    then();
  };
}
