// Counts what is drawn on each page of a deck's PDF. Chromium writes one compressed stream of commands for each page; a
// picture of vectors is many shapes and letters in it.
import { inflateSync } from 'node:zlib';

const NUMBERED = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)endobj/g;

/** Decompresses the drawing commands of a PDF stream. */
function commands(object) {
  const begin = object.indexOf('stream\n') + 'stream\n'.length;
  const packed = object.slice(begin, object.lastIndexOf('endstream'));
  return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
}

/** The number of filled shapes on each page of a PDF, in order. */
export function shapesOnPages(pdf) {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(NUMBERED)].map(([, id, body]) => [id, body]),
  );
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b/.test(body))
    .map((page) => {
      const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1];
      const drawn = contents ? commands(objects.get(contents)) : '';
      return drawn.match(/\bf\*?\n/g)?.length ?? 0;
    });
}
