import { expect, test } from 'vitest';
import { fill, judge, remark, valueText, takeValue, typedNumber, withUnit } from './answer';
import { parseTake } from './blocks';
import { LIMITS } from './bounds';
import type { Guess } from './format';
import { contrastOf } from './contrast';
import { parse } from './parse';
import { readResults } from './psql-output';

const HEAD = '---\ntitle: T\nsummary: S\n---\n\n';
const STEP = '## One\n\nText.\n\n```sql\nSELECT 1 AS a;\n```\n';

const faults = (source: string) => parse(source).faults.map((f) => `${f.line}: ${f.message}`);

test('a lesson is read with the text before and after its SQL, and the lines they are on', () => {
  const { lesson } = parse(
    `${HEAD}## One\n\nBefore.\n\n\`\`\`guess\nHow many?\nanswer: cell a\nas: n\nnear: 10%\nhint: Few.\n\`\`\`\n\n\`\`\`sql\nSELECT 1 AS a;\n\`\`\`\n\nAfter: {n}.\n`,
  );
  const step = lesson?.steps[0];
  expect(step).toMatchObject({ title: 'One', line: 6, before: 'Before.', after: 'After: {n}.' });
  expect(step).toMatchObject({ sql: 'SELECT 1 AS a;', sqlLine: 19 });
  expect(step?.guesses[0]).toMatchObject({
    question: 'How many?',
    near: 0.1,
    hints: ['Few.'],
    line: 10,
  });
});

test('every fault is told with its line', () => {
  expect(faults('')).toEqual([
    '1: a lesson starts with a line ---, then title: and summary:, then ---',
    '1: the lesson has no step; a step starts with ## and its title',
  ]);
  expect(faults(`${HEAD}${STEP}${STEP.replace('## One\n', '')}`)).toEqual([
    '16: a step has one sql block; start another step with ##',
  ]);
  const guess = (lines: string) =>
    faults(`${HEAD}## One\n\`\`\`guess\n${lines}\n\`\`\`\n\`\`\`sql\nSELECT 1;\n\`\`\`\n`);
  expect(guess('How many?')[0]).toMatch(
    /^8: a guess needs “answer:”; an answer is taken with one of: cell/,
  );
  expect(guess('How many?\nanswer: 42')[0]).toMatch(/^9: “42” is not understood/);
  expect(guess('How many?\nanswer: hit\nchoices: 2')).toEqual([
    '10: write 2 to 6 choices, as in choices: 2 | 4 | 8',
  ]);
  expect(guess('How many?\nanswer: hit\nanswr: x')).toEqual([
    '10: a guess block knows answer, unit, choices, near, hint, as, given, mistake, not “answr”',
  ]);
  const wrong = (line: string) => guess(`How many?\nanswer: hit\n${line}`)[0] ?? '';
  expect(wrong('mistake: 18')).toMatch(/^10: write “mistake:” as in/);
  expect(wrong('mistake: 18 +, One more.')).toMatch(/^10: “18 \+” cannot be computed/);
  expect(wrong('mistake: rows * 2, Not twice.')).toMatch(
    /^11: .*“rows”$|takes a value named “rows”/,
  );
  expect(wrong('choices: a | b\nmistake: c, It is not.')).toBe('11: “c” is none of the choices');
  const recall = (lines: string) =>
    faults(`${HEAD}## One\n\`\`\`recall\n${lines}\n\`\`\`\n${STEP.replace('## One\n', '')}`)[0];
  expect(recall('How many?')).toMatch(/a recall block needs “answer:”$/);
  expect(recall('How many?\nanswer: rows\nis: many\nfrom: a\nwhy: So.')).toMatch(
    /“is:” is a number, or one of the choices$/,
  );
  expect(recall('How many?\nanswer: rows\nis: 2\nfrom: a\nwhy: So.')).toMatch(
    /a recall has a proof block/,
  );
  const versions = (lines: string) => faults(`${HEAD}${STEP}\n\`\`\`versions\n${lines}\n\`\`\`\n`);
  expect(versions('16-18: It differs.\n18: It logs {rows} more.')).toEqual([
    '16: nothing before this takes a value named “rows”',
  ]);
  expect(versions('It differs on 18.')).toEqual([
    '15: write a version and a sentence, as in 18: It logs a page',
  ]);
  for (const wrong of ['15: No.', '19: No.', '18-16: No.'])
    expect(versions(wrong)).toEqual(['15: a version is 16 to 18, or some of them, as in 16-18']);
  expect(versions(`18: ${'x'.repeat(401)}`)[0]).toMatch(/401 characters; 400 are allowed/);
  expect(faults(`${HEAD}${STEP}\nIt is {total}.\n`)).toEqual([
    '14: nothing before this takes a value named “total”',
  ]);
  expect(faults(`${HEAD}## One\n\n\`\`\`sql\nSELECT 1;\n`)).toEqual([
    '8: the block that starts here is not closed with ```',
  ]);
  expect(faults(`${HEAD}${STEP}\n\`\`\`js\nalert(1)\n\`\`\`\n`)).toEqual([
    '14: a block is sql, guess, take, look, stage, chart, contrast, slider, choice, exercise, check, solution, notes, recall, proof, versions or text, not “js”',
  ]);
});

test('a lesson that is too large, or has too much in it, is refused', () => {
  expect(faults('x'.repeat(LIMITS.source + 1))[0]).toMatch(/characters; 200000 are allowed/);
  expect(faults(HEAD + STEP.repeat(61)).join()).toMatch(/at most 60 steps/);
  expect(faults(`${HEAD}## One\n\n\`\`\`sql\n${'x'.repeat(20_001)}\n\`\`\`\n`)[0]).toMatch(
    /^8: this SQL has/,
  );
});

test('a stage block says what is shown, and what is played', () => {
  const stage = (lines: string) => {
    const { lesson, faults } = parse(`${HEAD}${STEP}\n\`\`\`stage\n${lines}\n\`\`\`\n`);
    return lesson ? lesson.steps[0]?.stage : faults.map((f) => `${f.line}: ${f.message}`);
  };
  expect(stage('show: row, pages\nplay: from tupleFormed to tupleInserted')).toEqual({
    show: ['row', 'pages'],
    hide: [],
    without: [],
    play: { statement: null, from: 'tupleFormed', to: 'tupleInserted', nothing: false },
  });
  expect(stage('hide: log\nplay: last statement from pointerRead')).toMatchObject({
    show: null,
    hide: ['log'],
    without: [],
    play: { statement: 'last', from: 'pointerRead', to: null },
  });
  expect(stage('play: statement 2')).toMatchObject({ play: { statement: 2, from: null } });
  expect(stage('play: nothing')).toMatchObject({ play: { nothing: true } });
  expect(stage('show: rows')).toEqual([
    '15: the stage has row, pages, buffers, log, not “rows”, with commas between them',
  ]);
  expect(stage('play: from rowFormed')).toMatchObject([
    expect.stringMatching(/^15: there is no event/),
  ]);
  expect(stage('play: the best')).toMatchObject([expect.stringMatching(/^15: “the best” is not/)]);
  expect(stage('')).toEqual(['15: a stage block says show:, hide:, without: or play:']);
});

test('JSON in a sentence is not a value', () => {
  expect(parse(`${HEAD}${STEP}\nThe document {"a": {}} and { b }.\n`).faults).toEqual([]);
});

test('answers are taken from what psql printed', () => {
  const results = readResults(`SELECT 1;
 how  | bytes
------+-------
 pglz |  11452
      |     7
(2 rows)

EXPLAIN (ANALYZE, BUFFERS, WAL) UPDATE t SET a = 1;
                  QUERY PLAN
----------------------------------------------
 Update on t (actual rows=0 loops=1)
   Buffers: shared hit=12 read=3 dirtied=2, temp read=9 written=9
   WAL: records=5 fpi=1 bytes=8241
   ->  Seq Scan on t (actual rows=1 loops=1)
         Buffers: shared hit=99
 Planning:
   Buffers: shared hit=77
(7 rows)

psql:a.sql:3: ERROR:  division by zero
`);
  const values = new Map([['before', 5]]);
  const get = (text: string) => {
    const how = parseTake(text);
    if (!how) throw new Error(text);
    return takeValue(how, results, values);
  };
  expect(['cell bytes', 'cell bytes row 2', 'cell how', 'cell how row 2'].map(get)).toEqual([
    11452,
    7,
    'pglz',
    '',
  ]);
  expect(['rows', 'hit', 'read', 'dirtied', 'written', 'buffers'].map(get)).toEqual([
    2, 12, 3, 2, 0, 15,
  ]);
  expect(['wal bytes', 'wal records', 'wal images', 'before * 3'].map(get)).toEqual([
    8241, 5, 1, 15,
  ]);
  expect(results.errors).toEqual(['ERROR: division by zero']);
  expect(() => get('cell size')).toThrow('no result has a column “size”');
  expect(() => get('before / 0')).toThrow('divide by zero');
});

test('the log is that of the last plan that tells of one', () => {
  const plan = (wal: string) => `                  QUERY PLAN
-----------------------------------------
 Update on t (actual rows=0 loops=1)
   Buffers: shared hit=${wal ? 12 : 4}
${wal}(2 rows)
`;
  const results = readResults(plan('   WAL: records=5 fpi=1 bytes=8241\n') + plan(''));
  const get = (text: string) => takeValue(parseTake(text)!, results, new Map());
  expect(['wal bytes', 'hit'].map(get)).toEqual([8241, 4]);
  expect(takeValue(parseTake('wal bytes')!, readResults(plan('')), new Map())).toBe(0);
});

test('a guess may be typed as people type numbers', () => {
  expect(
    ['30,064', '30 064', ' 12 ', '2 kB', '1.5k', '', 'many', '1e9', '-4'].map(typedNumber),
  ).toEqual([30064, 30064, 12, 2048, 1500, null, null, null, null]);
});

test('guesses are judged, and remarked on in a few words', () => {
  const guess = { near: 0.1, choices: [] as string[] } as Guess;
  expect([2500, 2400, 25].map((n) => judge(guess, String(n), 2500))).toEqual([
    'exact',
    'near',
    'off',
  ]);
  const said = (text: string, answer: number, of = guess) => remark(of, 'off', text, answer);
  expect(said('2500', 30064)).toBe('12 times as many as that.');
  expect(said('30064', 2500)).toBe('That is 12 times too many.');
  expect([said('2450', 2500), said('2550', 2500)]).toEqual(['A little more.', 'A little less.']);
  expect([said('1000', 0), said('0', 12)]).toEqual(['None at all.', 'More than none.']);
  // Among choices one is right; of the others it is not said how many times too small they are.
  const choice = { ...guess, choices: ['200', '50000'] };
  expect([said('200', 50000, choice), said('0', 1, choice)]).toEqual(
    Array(2).fill('Not this time.'),
  );
  expect(said('many', 12)).toBe('Not this time.');
  expect([valueText(30064), valueText(12.0256), valueText(0.5), withUnit(1, 'buffers')]).toEqual([
    '30,064',
    '12',
    '0.5',
    '1 buffer',
  ]);
  expect(fill('{a} of {b}', new Map([['a', 1234]]))).toBe('1,234 of …');
});

test('amounts are put beside each other, by the names of values taken before', () => {
  const step = (block: string) =>
    parse(
      `---\ntitle: T\n---\n## A\n\`\`\`sql\nSELECT 1;\n\`\`\`\n\`\`\`take\na = hit\nb = rows\n\`\`\`\n\`\`\`contrast\n${block}\n\`\`\`\n`,
    );
  const { lesson } = step('unit: buffers\nbar: a, one\nbar: a of it + b, both\nrows: 10');
  const contrast = lesson?.steps[0]?.contrast ?? null;
  expect(contrast?.bars[1]).toEqual({
    parts: [
      { name: 'a', label: 'of it' },
      { name: 'b', label: '' },
    ],
    label: 'both',
  });
  expect(contrastOf(contrast, new Map([['a', 3]]))).toBeNull();
  const values = new Map([
    ['a', 3],
    ['b', 30],
  ]);
  const drawn = contrastOf(contrast, values);
  expect(drawn?.rows).toBe(10);
  expect(drawn?.amounts.map((x) => x.parts.map((p) => p.amount))).toEqual([[3], [3, 30]]);
  expect(step('unit: buffers\nbar: a, one\nbar: c, none').faults[0]?.message).toBe(
    'nothing before this takes a value named “c”',
  );
  expect(step('bar: a, one\nbar: b, two').faults[0]?.message).toContain('needs “unit:”');
  expect(step('unit: buffers\nbar: a, one').faults[0]?.message).toContain('2 to 4 lines');
});
