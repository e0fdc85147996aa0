// Which things a sentence names, read from its words alone: what the page believes to be named does not count.

/** Runs in the page and adds `visible.named`: the things that a sentence names. */
export function installNamedThings() {
  /** A number with commas. */
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

  globalThis.visible.named = named;
}
