// How the lessons that come with the page are written. A number in their prose is one that the run gave, not
// one that somebody typed: it is taken (`{name}`), or it stands in the step's own SQL, or it is listed here
// with what it is. And no line of SQL is wider than the panel it is read in.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NAMES_IN_TEXT } from './names-in-text';
import { parse } from './parse';

/** What may be typed in every lesson: PostgreSQL's constants, and what is so everywhere. */
const CONSTANTS = new Map([
  // Pages and rows.
  ['8,192', 'bytes of a page'],
  ['8,160', 'bytes of the longest row'],
  ['24', 'bytes of a page’s header, of a row’s, and of a log record’s'],
  ['23', 'bytes of a row’s header before its bitmap'],
  ['8', 'kB of a page; rows begin at multiples of 8 bytes; bits of a byte'],
  ['4', 'bytes of an int, a line pointer, a long value’s header'],
  // TOAST.
  ['2,032', 'TOAST_TUPLE_THRESHOLD'],
  ['2,033', 'the first row that is too long'],
  ['2', 'kB, as the threshold is called'],
  ['1,996', 'TOAST_MAX_CHUNK_SIZE'],
  ['18', 'bytes of a pointer'],
  ['16', 'bytes of a pointer behind its tag; MB of a log’s segment'],
  ['2,704', 'bytes of the longest entry of a B-tree, compressed'],
  ['128', 'the smallest toast_tuple_target'],
  ['32', 'bits of va_extinfo; numbers that a sequence logs ahead'],
  ['30', 'bits of a size of up to 1 GB'],
  ['1', 'GB of the largest value'],
  // Methods: what pglz, lz4 and the archives' methods can do, and how far they look back.
  ['273', 'bytes that a back-reference of pglz copies at most'],
  ['3', 'bytes of a back-reference of pglz'],
  ['4,095', 'bytes that pglz looks back'],
  ['9', 'bytes that pglz takes for 8 it cannot copy'],
  ['1,024', 'bytes within which pglz must find something to copy'],
  ['255', 'what one more byte adds to a length of lz4'],
  ['25', 'per cent that pglz must save'],
  ['64', 'kB that lz4 looks back'],
  ['900', 'kB of a block of bzip2'],
  // The prototypes' years.
  ['2021', 'the prototype before the Toaster API'],
  ['2022', 'the prototype of the Toaster API'],
]);

/** What may be typed in one lesson: the numbers, a colon, and why. */
const HERE = {
  pages: ['2 × 8 + 1: how a short text’s length byte is made up'],
  rounds: ['1 to 4: PostgreSQL’s own numbers of the rounds'],
  pointer: ['01, 12: a pointer’s tag', '0: pglz’s number, beside lz4’s, which is taken'],
  curse: ['10,000: documents, made in the first step'],
  'ten-minutes': ['10,000: documents, made in the third step'],
  target: ['256: the target, set in the first step'],
  wal: ['10,000: letters of the value, stored in the first step'],
  'large-text': ['1,000, 25: texts of each table and their lengths, made in the first step'],
  'bytea-stream': ['50,000, 2,000, 3,000: pieces of 1,000 bytes, added up'],
  counting: ['8,000: letters of a body, 250 times the 32 of a hash, made in the first step'],
  altered: ['3,000: letters of a text, made in the first step'],
  'compressed-data': [
    '32,000: bytes of the image, made in the first step',
    '76: letters of a line of base64',
    '3,072, 1,536: four bytes for each of 768 numbers, and numbers of a usual embedding',
    '500: pages, taken in the step before',
  ],
  'four-billion': [
    '4,294,967,296: two to the power of 32',
    '16,384, 16385, 16386, 4294967293, 4294967294, 4294967295: FirstNormalObjectId, and where a server’s counter turns',
    '2.1, 20: kB of the values, made in the same step',
    '0: number of a value’s first chunk',
    '30009: buffers that a server took after a turn of the counter; the lesson says so',
  ],
  'missing-chunk': [
    '13: place of a number’s highest byte in a pointer',
    '0,42, 0, 42, 16459: what a damaged server printed; the lesson says so',
  ],
  releases: [
    '13, 14, 15, 16, 17, 18, 19, 20: PostgreSQL’s versions',
    '12: the version before 13, and bytes of a freeze plan',
    '5,000: rows, made in the same step',
    '0: two bits of an old pointer',
  ],
  replication: [
    '10,000: letters, made in the first step',
    '147, 10,169, 10,400: bytes on a server with wal_level = logical; the lesson says so',
  ],
  'select-star': [
    '18,000: letters of a text, made in the first step',
    '70: bytes of a row, added up in a hint',
    '91: the page that is listed',
  ],
  limits: [
    '1,073,741,824: two to the power of 30',
    '6,000, 600,000,000: bytes of the values, made in an earlier step, and on a server',
    '1200000004, 1200000003, 0: what a server printed; server-output.test.mjs compares',
    '6, 76: bits of a letter of base64, and letters of its lines',
    '500: bytes in 1,000 letters of hex',
  ],
  'too-big': [
    '21, 96: bytes of a short text of 20 letters, and letters of a longer one, as the SQL has them',
    '1,600: MaxHeapAttributeNumber',
    '3,200: letters of the link, made in the step before',
    '500: bytes from which index_form_tuple compresses, roughly',
  ],
  'vacuum-toast': [
    '100, 100,000: notes and their letters, made in the first step',
    '200: a fifth of 1,000 GB',
  ],
  versions: [
    '0, 7: VACUUM VERBOSE beside a second session, told of a server',
    '5,000, 7,000: letters, as the SQL has them',
  ],
  where: [
    '12,800, 6,400, 1,000: letters of the texts, made in the first step',
    '17: the version that has pg_column_toast_chunk_id',
    '5: the row that is looked at',
    '126: bytes of the longest short value',
    '13: place of a number’s highest byte in a pointer',
  ],
  strategies: ['3,000, 50,000: elements of the document, made in the first step'],
};

/** Versions, and names that end in a number. */
const NAMES = /\b(?:PostgreSQL|versions?) \d+(?: to \d+)?|[\p{L}_-]\d+/gu;
/** What is counted when something runs: even of a constant's worth. */
const COUNTED = /^ (?:buffers?|records?|chunks?|levels?|times|ms)\b/;
/** A ratio in words is a measurement too. */
const RATIOS =
  /\b(?:ten|eleven|twelve|twenty|fifty|hundred|thousand) times (?:as|less|more|the|too)\b/g;
/** Code that no run of its lesson prints, and what it is. */
const CODE = new Map([
  ...['xz -2', 'xz -6'].map((option) => [option, 'an option of a program']),
  ...['00000001', 'xxxxxxx1', 'xxxxxx10', 'xxxxxx00'].map((bits) => [bits, 'bits of a first byte']),
  ['pg_toast_2619', 'the TOAST table of pg_statistic on every server'],
  ['chunk_seq = 0', 'a condition to use elsewhere'],
  ['index row size N exceeds btree version 4 maximum 2704', 'an error, its length left open'],
  ["WHERE md5(url) = md5('the link')", 'a condition to use elsewhere'],
  ['left(url, 100)', 'an expression to use elsewhere'],
]);

const plain = (number) => number.replaceAll(',', '');
const numbersOf = (text) =>
  [...text.matchAll(/\d[\d,]*(?<!,)(?:\.\d+)?/g)].map((found) => ({
    number: found[0],
    counted: COUNTED.test(text.slice(found.index + found[0].length)),
  }));
const allIn = (text) => numbersOf(text).map(({ number }) => plain(number));

const NO_EXERCISE = { goal: '', hints: [], mistakes: [], check: '', passes: [] };

/** Where a lesson says a number that nothing gives; code in it must stand in the SQL or in what was printed. */
function typed(lesson, excused = [], printed = '') {
  const constants = new Set([...CONSTANTS.keys()].map(plain));
  const own = new Set(excused.flatMap((why) => allIn(why.split(':')[0])));
  const shown = `${lesson.steps.map((step) => step.sql).join('\n')}\n${printed}`;
  const found = [];
  const read = (where, prose, sql = '') => {
    const known = new Set([...own, ...allIn(sql)]);
    for (const line of prose.split('\n')) {
      const text = line.replace(NAMES_IN_TEXT, '');
      for (const [, code] of text.matchAll(/`([^`]*)`/g)) {
        if (/\d/.test(code) && !shown.includes(code) && !CODE.has(code))
          found.push(`${where}: ${code}`);
      }
      const words = text.replace(/^\s*\d+\. /, '').replace(/`[^`]*`/g, '');
      for (const { number, counted } of numbersOf(words.replace(NAMES, ''))) {
        const n = plain(number);
        if (!known.has(n) && (counted || !constants.has(n))) found.push(`${where}: ${number}`);
      }
      for (const [ratio] of words.matchAll(RATIOS)) found.push(`${where}: ${ratio}`);
    }
  };
  read('summary', lesson.summary);
  for (const step of lesson.steps) {
    const asked = [...step.guesses, step.sketch].flatMap((g) =>
      g ? [g.question, ...g.hints, ...(g.mistakes ?? []).map(({ why }) => why)] : [],
    );
    if (step.recall) {
      const { question, why, choices, is, proof } = step.recall;
      read(`${step.title}, recall`, [question, why, ...choices].join('\n'), `${proof}\n${is}`);
    }
    const { goal, hints, mistakes, check, passes } = step.exercise ?? NO_EXERCISE;
    const sql = [step.sql, check, ...passes.map((pass) => pass.number)].join('\n');
    read(
      step.title,
      [step.before, ...asked, goal, ...hints, ...mistakes.map(({ why }) => why), step.after].join(
        '\n',
      ),
      sql,
    );
  }
  return found;
}

const here = new URL('.', import.meta.url);
const ids = readdirSync(here).filter((id) => existsSync(new URL(`${id}/lesson.md`, here)));
const lessons = ids.map((id) => {
  const { lesson } = parse(readFileSync(new URL(`${id}/lesson.md`, here), 'utf8'));
  if (!lesson) throw new Error(id);
  return [id, lesson];
});

test.each(lessons)('%s types no number that a run could give', (id, lesson) => {
  const out = ['lessons', 'engine']
    .map((folder) => new URL(`../../../tests/transcripts/${folder}/${id}.out`, here))
    .find((file) => existsSync(file));
  const printed = out ? readFileSync(out, 'utf8') : '';
  expect(typed(lesson, HERE[id], printed)).toEqual([]);
});

test.each(lessons)('%s has SQL that can be read whole', (_, lesson) => {
  const all = lesson.steps.flatMap(({ template, exercise, recall }) => [
    template,
    recall?.proof ?? '',
    ...(exercise ? [exercise.check, ...exercise.solutions] : []),
  ]);
  const wide = all.flatMap((sql) => sql.split('\n').filter((l) => l.length > 70));
  expect(wide).toEqual([]);
});

test('a number that was typed is found, wherever it stands', () => {
  const found = (summary, before, guess, after, excused) => {
    const block = (kind, text) => `\`\`\`${kind}\n${text}\n\`\`\``;
    const text = [
      `---\ntitle: T\nsummary: ${summary}\n---\n\n## One\n\n${before}\n`,
      block('guess', `${guess}\nanswer: cell n\nas: n`),
      block('sql', 'SELECT 100 AS n;'),
      after,
    ].join('\n');
    return typed(parse(text).lesson, excused).map((at) => at.replace(/^One: /, ''));
  };
  const text = 'Of 100 rows, each of up to 2,032 bytes, {n} are in b45, since PostgreSQL 13.';
  expect(found('Some.', 'It has pages.', 'How many?\nhint: 18 bytes.', text)).toEqual([]);
  const bad = ['97 pages.', 'It has 98.', 'Of 1,228,800?\nhint: 0.5', '{n}, or 247 kB.'];
  const all = ['summary: 97', '98', '1,228,800', '0.5', '247'];
  expect(found(...bad)).toEqual(all);
  expect(found(...bad, ['97, 98: why 247', '0.5: why'])).toEqual(['1,228,800', '247']);
  // A constant does not excuse what was counted; code is what was run or printed; words may count too.
  expect(found('S.', '18 bytes, 18 buffers', 'How?', '`0f03ff`, `100`')).toEqual(['18', '0f03ff']);
  expect(found('S.', 'B', 'How?', 'It is twelve times as many.')).toEqual(['twelve times as']);
});
