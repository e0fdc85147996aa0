// Writes docs/studies.md from the list that the labs show (web/src/labs/beside): each figure and table of the five
// texts that has a number in it, with the study's number, ours, why they differ, and where a person sees it.

const HEAD = `# The studies, there and here

Each figure and table with a number in five texts about TOAST: the text's number, Toastscope's number, why they
differ, and where you see it. The labs show this list, too. Written by \`npm run studies -- document\`;
\`npm test\` holds every line.

Sizes, chunks, buffers and log are counted, and are equal to PostgreSQL 15's for the same statements. Times here are modelled
([clock.md](clock.md)), at one machine's prices: only their order and rough size can be compared with a study's. Times that
are divided have nanoseconds: after \`SET toastscope.nanoseconds = on\` EXPLAIN prints them. The column "PostgreSQL 15" has
the results of a live server for these statements, where they were run on one.
`;

/** A text as a cell of a Markdown table, with its `|` escaped; '' if there is none. */
const cell = (text) => (text ?? '').replaceAll('|', '\\|');

/** The line of a figure in the document. */
export const lineOf = ({ what, theirs, ours, live, why, where: [name, at] }) =>
  `| ${[what, theirs, ours, live, why, `${name}, \`#/${at}\``].map(cell).join(' | ')} |`;

/** The whole document, for studies with their figures. */
export function documentOf(studies) {
  const parts = studies.map(({ title, figures }) =>
    [
      `## ${title}\n`,
      '| figure | the study | here | PostgreSQL 15 | why they differ | where |',
      '| --- | --- | --- | --- | --- | --- |',
      ...figures.map(lineOf),
      '',
    ].join('\n'),
  );
  return [HEAD, ...parts].join('\n');
}
