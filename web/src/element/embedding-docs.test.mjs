// docs/embedding.md has the names and the messages as the sources have them:
//
//   UPDATE_DOCS=1 npx vitest run src/element/embedding-docs && npx prettier --write ../docs/embedding.md      writes them
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REQUEST_WORDS, MESSAGE_WORDS } from './messages';
import { PARAMS, valuesOf } from './params';

const file = fileURLToPath(new URL('../../../docs/embedding.md', import.meta.url));

const table = (rows) =>
  [rows[0], rows[0].map(() => '---'), ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const messages = (words, when) =>
  table([
    ['message', when],
    ...Object.entries(words).map(([type, { fields, words }]) => [
      `\`{ ${[`type: '${type}'`, fields].filter(Boolean).join(', ')} }\``,
      words,
    ]),
  ]);

const TABLES = {
  names: table([
    ['name', 'values', 'without it', 'what it does', 'since'],
    ...PARAMS.map((param) => [
      `\`${param.name}\``,
      valuesOf(param),
      param.otherwise ? `\`${param.otherwise}\`` : '',
      param.words,
      param.since,
    ]),
  ]),
  'frame messages': messages(MESSAGE_WORDS, 'when'),
  'frame requests': messages(REQUEST_WORDS, 'what it does'),
};

/** A table without what only aligns it. */
const plain = (text) => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim();

const place = (name) => new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);

it.each(Object.entries(TABLES))('docs/embedding.md has its table of %s', (name, rows) => {
  let text = readFileSync(file, 'utf8');
  if (process.env.UPDATE_DOCS) {
    text = text.replace(place(name), (_, begin, __, end) => `${begin}\n${rows}\n\n${end}`);
    writeFileSync(file, text);
  }
  expect(plain(place(name).exec(text)?.[2] ?? '')).toBe(plain(rows));
});

it('docs/embedding.md has the deck that npm run examples looks at', () => {
  const deck = readFileSync(
    new URL('../../../examples/reveal/index.html', import.meta.url),
    'utf8',
  );
  expect(readFileSync(file, 'utf8')).toContain(`\`\`\`html\n${deck}\`\`\`\n`);
});
