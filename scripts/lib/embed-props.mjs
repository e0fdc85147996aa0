// Writes the attributes of <toast-scope> as a declaration in TypeScript, for the components of the npm package. Vue
// reads an interface that stands in a file as it is, but not one that is computed.

/** Attributes beside the parameters (web/src/element/element.ts). */
const OWN = [
  { name: 'base', type: 'string', words: 'The folder that has `embed.html`.' },
  { name: 'title', type: 'string', words: 'What it is called to a screen reader.' },
];

/** The TypeScript type of a parameter. Numbers may be given as text, as attributes are. */
function typeOf({ kind }) {
  if (kind.kind === 'one') return kind.of.map((value) => `'${value}'`).join(' | ');
  if (kind.kind === 'amount') return kind.of.join(' | ');
  if (kind.kind === 'flag') return 'boolean';
  return kind.kind === 'words' ? 'string' : 'number | string';
}

/** The TypeScript interface of the parameters in web/src/element/params.ts. */
export function propsDeclared(params) {
  const asked = params
    // Whose page it is the element says by itself.
    .filter(({ name }) => name !== 'origin')
    .map((param) => ({ name: param.name, type: typeOf(param), words: param.words }));
  const lines = [...asked, ...OWN].map(
    ({ name, type, words }) => `  /** ${words} */\n  ${name}?: ${type};\n`,
  );
  return `/** The attributes of <toast-scope>. */\nexport interface EmbedProps {\n${lines.join('')}}\n`;
}
