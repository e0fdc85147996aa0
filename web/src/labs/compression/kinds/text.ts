// Kinds of data that people write: each a rule that gives text until there is enough of it.
import { Random, capital, word } from './random';

/** A random sentence. */
const sentence = (random: Random) => {
  const words = Array.from({ length: 6 + random.below(18) }, () => word(random));
  const comma = 2 + random.below(words.length - 3);
  words[comma] += random.share() < 0.6 ? ',' : '';
  return `${capital(words.join(' '))}${random.of(['.', '.', '.', '.', '?', '!'])}`;
};

/** Some random sentences. */
const paragraph = (random: Random) =>
  Array.from({ length: 2 + random.below(6) }, () => sentence(random)).join(' ');

/** A paragraph of a novel. */
export const prose = (random: Random) => `${paragraph(random)}\n\n`;

/** A random name for a link. */
const ID = (random: Random) => `${word(random, 400)}-${word(random, 400)}`;

/** A page of documentation in HTML. */
export function markup(random: Random): string {
  const id = ID(random).toUpperCase();
  /** A random link. */
  const link = () => {
    const to = ID(random);
    return `<a class="link" href="${to}.html" title="${capital(to)}"><code class="literal">${to}</code></a>`;
  };
  /** A random paragraph of HTML. */
  const text = () =>
    `<p>\n     ${sentence(random)} ${random.share() < 0.7 ? `See ${link()} for ${word(random)}. ` : ''}${sentence(random)}\n    </p>`;
  /** A random item of a list in HTML. */
  const item = () =>
    `<dt><span class="term"><code class="option">${word(random, 400)}</code></span></dt>\n    <dd>${text()}</dd>`;
  return [
    `<div class="sect2" id="${id}">\n  <div class="titlepage"><div><div><h3 class="title">${capital(word(random))} ${word(random)}</h3></div></div></div>`,
    text(),
    `<div class="variablelist"><dl class="variablelist">\n    ${Array.from({ length: 1 + random.below(4) }, item).join('\n    ')}\n  </dl></div>`,
    '</div>\n',
  ].join('\n  ');
}

const NAMES = ['tuple', 'page', 'buf', 'rel', 'slot', 'attr', 'datum', 'size', 'off', 'lsn', 'ctx'];
const TYPES = [
  'int',
  'Size',
  'Page',
  'Buffer',
  'Relation',
  'HeapTuple',
  'bool',
  'uint32',
  'char *',
];

/** A function in C with a comment before it, in the style of PostgreSQL's sources. */
export function source(random: Random): string {
  /** A random name of a variable. */
  const name = () => random.of(NAMES) + (random.share() < 0.3 ? `_${word(random, 300)}` : '');
  /** A random call. */
  const call = () =>
    `${capital(word(random, 500))}${capital(random.of(NAMES))}(${name()}, ${name()})`;
  /** A random line of C. */
  const line = (): string => {
    const [a, b] = [name(), name()];
    return random.of([
      () => `\t${a} = ${call()};\n`,
      () => `\tif (${a} == NULL)\n\t\treturn ${b};\n`,
      () =>
        `\tif (${a} > ${random.below(2000)})\n\t{\n\t\telog(ERROR, "${word(random)} ${word(random)} %u", ${b});\n\t}\n`,
      () => `\tAssert(${a}->t_${word(random, 200)} != ${b});\n`,
      () => `\tfor (int i = 0; i < ${a}; i++)\n\t\t${b}[i] = ${call()};\n`,
      () => `\t/* ${sentence(random)} */\n`,
      () => `\t${call()};\n`,
    ])();
  };
  const own = `${word(random, 900)}_${random.of(NAMES)}`;
  const body = Array.from({ length: 4 + random.below(14) }, line).join('');
  return `/*\n * ${own}\n *\n * ${sentence(random)}\n */\nstatic ${random.of(TYPES)}\n${own}(${random.of(TYPES)} ${name()}, ${random.of(TYPES)} ${name()})\n{\n${body}\n\treturn ${name()};\n}\n\n`;
}

/** A random date. */
const day = (random: Random) =>
  `20${10 + random.below(15)}-${`${1 + random.below(12)}`.padStart(2, '0')}-${`${1 + random.below(28)}`.padStart(2, '0')}`;
/** A random time of day. */
const clock = (random: Random) =>
  [24, 60, 60].map((end) => `${random.below(end)}`.padStart(2, '0')).join(':');

/** Lines of a table as pg_dump writes them. */
export const dump = (random: Random) =>
  [
    100_000 + random.below(900_000),
    `${capital(word(random))} ${capital(word(random))}`,
    `${word(random)}.${word(random)}@example.${random.of(['org', 'com', 'net'])}`,
    `${day(random)} ${clock(random)}.${random.below(1e6)}`,
    `${random.below(10_000)}.${`${random.below(100)}`.padStart(2, '0')}`,
    random.of(['active', 'active', 'active', 'closed', 'pending']),
    random.share() < 0.3 ? '\\N' : random.hex(8),
  ].join('\t') + '\n';

/** An event of an application, as JSON. */
export const json = (random: Random) =>
  `${JSON.stringify({
    id: random.below(1e9),
    type: random.of(['page_view', 'click', 'purchase', 'search', 'login']),
    created_at: `${day(random)}T${clock(random)}Z`,
    user: {
      id: random.below(1e6),
      name: `${capital(word(random))} ${capital(word(random))}`,
      locale: random.of(['en-US', 'de-DE', 'ru-RU', 'zh-CN']),
      verified: random.share() < 0.5,
    },
    context: {
      ip: [10, random.below(256), random.below(256), random.below(256)].join('.'),
      session: random.hex(16),
      path: `/${word(random, 300)}/${word(random, 300)}`,
    },
    tags: Array.from({ length: random.below(5) }, () => word(random, 200)),
    score: Number(random.share().toFixed(4)),
  })}\n`;

/** Lines of a server's log. */
export function logs(random: Random): string {
  const head = `2024-05-${`${1 + random.below(28)}`.padStart(2, '0')} ${clock(random)}.${`${random.below(1000)}`.padStart(3, '0')} UTC [${10_000 + random.below(9000)}] app@shop `;
  return (
    head +
    random.of([
      () =>
        `LOG:  duration: ${random.below(900)}.${random.below(1000)} ms  statement: SELECT * FROM orders WHERE customer_id = ${random.below(1e6)} ORDER BY created_at DESC LIMIT 20`,
      () =>
        `LOG:  duration: ${random.below(90)}.${random.below(1000)} ms  execute <unnamed>: UPDATE stock SET amount = amount - ${random.below(9)} WHERE item = $1`,
      () => `ERROR:  duplicate key value violates unique constraint "${word(random, 60)}_pkey"`,
      () =>
        `LOG:  connection authorized: user=app database=shop application_name=worker-${random.below(64)}`,
      () =>
        `LOG:  disconnection: session time: 0:${clock(random).slice(0, 5)} user=app database=shop host=10.0.${random.below(8)}.${random.below(256)} port=${30_000 + random.below(30_000)}`,
    ])() +
    '\n'
  );
}
