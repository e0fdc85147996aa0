// docs/studies.md: each figure and table of the five texts that has a number in it; the study's, ours, and where a
// person sees it. What comes of the shipped rows alone can be written at any time; the rest is run.
import archive from './archive.mjs';
import largeText from './large-text.mjs';
import lz4 from './lz4.mjs';
import talk from './talk.mjs';
import tutorial from './tutorial.mjs';

export const SOURCES = [tutorial, lz4, talk, largeText, archive];

const HEAD = `# The studies, there and here

What five texts about TOAST found, each figure and table with a number in it: what it says, what comes out here, and
where that is seen. Written by \`npm run studies -- document\`; \`npm test\` holds what follows from the labs' rows.

Sizes, chunks, buffers and log are counted, and equal PostgreSQL 15's for the same statements. Times here are modelled
([clock.md](clock.md)), at one machine's prices: only their order and rough size can be compared with a study's. The
column "PostgreSQL 15" has what a live server said to the same statements where somebody asked it; where the study
differs from that, an older server or other data is the reason.
`;

const cell = (text) => (text ?? '').replaceAll('|', '\\|');

/** A figure's line. */
export const lineOf = ({ what, theirs, ours, live, note, where: [name, at] }) =>
  `| ${[what, theirs, note ? `${ours} (${note})` : ours, live, `${name}, \`#/${at}\``].map(cell).join(' | ')} |`;

/** The lines that follow from shipped rows. */
export function shippedLines(means) {
  return SOURCES.flatMap((source) => {
    if (source.fromShipped) return source.items(means).map(lineOf);
    return source.shipped ? source.shipped(means).map(lineOf) : [];
  });
}

/** All of it. */
export async function documentOf(means) {
  const parts = [HEAD];
  for (const source of SOURCES) {
    const lines = (await source.items(means)).map(lineOf);
    parts.push(
      [
        `## ${source.title}\n`,
        '| figure | the study | here | PostgreSQL 15 | where |',
        '| --- | --- | --- | --- | --- |',
        ...lines,
        '',
      ].join('\n'),
    );
  }
  return parts.join('\n');
}
