// Key moments: what is drawn there is kept in words and in colours (tests/e2e/moments), so that a change of a drawing is
// seen.
// `UPDATE_MOMENTS=1 node --test tests/e2e/moments.test.mjs` writes them anew; read the difference before it is kept.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { coloured, recoloured } from './lib/drawing-colours.mjs';
import { described, differences } from './lib/drawing-words.mjs';
import { open, runSql, serve } from './lib/page.mjs';

const place = serve();
const folder = new URL('./moments/', import.meta.url);

const TABLE = `CREATE TABLE t (id int PRIMARY KEY, a text, b text);
ALTER TABLE t ALTER b SET STORAGE EXTERNAL;
`;
const ROW = `${TABLE}INSERT INTO t VALUES (1, repeat('abc ', 700), repeat('x', 5000));\n`;
const MANY = `${TABLE}INSERT INTO t SELECT i, '', repeat('x', 5000) FROM generate_series(1, 300) i;\n`;

const MOMENTS = [
  { name: 'row-formed', sql: ROW, event: 'tupleFormed', part: '[data-testid=play]' },
  { name: 'row-compressed', sql: ROW, event: 'attributeCompressed', part: '[data-testid=play]' },
  { name: 'value-cut', sql: ROW, event: 'valueCut', part: '[data-testid=play]' },
  {
    name: 'key-in-its-leaf',
    sql: `${MANY}INSERT INTO t VALUES (301, '', repeat('y', 5000));`,
    event: 'indexEntryInserted',
    part: '[data-testid=play]',
  },
  { name: 'row-at-rest', sql: ROW, part: '[data-testid=row]' },
  {
    name: 'way-of-a-chunk',
    sql: ROW,
    part: '[data-testid=row]',
    then: (page) => page.getByRole('button', { name: /^Chunk 1, 1,996 bytes/ }).focus(),
  },
  {
    name: 'detoast-walked',
    sql: `${MANY}SELECT md5(b) FROM t WHERE id = 200;`,
    event: 'chunkRead',
    nth: 2,
    part: '[data-testid=play]',
  },
  {
    name: 'slice-from-the-middle',
    sql: `${ROW}SELECT substr(b::bytea, 4000, 20) FROM t;`,
    event: 'valueDetoasted',
    part: '[data-testid=play]',
  },
  {
    name: 'chunks-shared',
    sql: `${ROW}UPDATE t SET a = '' WHERE id = 1;`,
    part: '[data-testid=row]',
  },
  { name: 'log-of-an-insert', sql: ROW, part: '[data-testid=wal]' },
  { name: 'pages-of-a-row', sql: ROW, part: '[data-part=pages]' },
  {
    name: 'pages-heated',
    sql: `${MANY}SELECT sum(length(md5(b))) FROM t;`,
    part: '[data-part=pages]',
  },
];

/** The description that was kept; the present one where it is to be written anew. */
function keptAs(name, now) {
  const file = new URL(name, folder);
  if (process.env.UPDATE_MOMENTS) writeFileSync(file, `${now.join('\n')}\n`);
  assert.ok(existsSync(file), `${name} is not kept yet: UPDATE_MOMENTS=1`);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

/** Goes to the nth event of a kind in the last statement that has one. */
const seek = (page, kind, nth) =>
  page.evaluate(
    ([kind, nth]) => {
      const { timeline } = globalThis.toastscope.session;
      const { tape } = timeline;
      for (const { step, start } of tape.placed.toReversed()) {
        const found = step.frames.flatMap((f, i) =>
          f.event?.kind === kind ? [start + i + 1] : [],
        );
        if (found.length === 0) continue;
        timeline.seek(found[nth - 1] ?? found.at(-1));
        return true;
      }
      return false;
    },
    [kind, nth],
  );

for (const { name, sql, event, nth = 1, part, then } of MOMENTS) {
  test(name, async () => {
    const { page, complaints } = await open(place, { viewport: { width: 1280, height: 1600 } });
    await runSql(page, sql);
    if (event) assert.ok(await seek(page, event, nth), `there is an event ${event}`);
    await page.locator(part).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await then?.(page);
    const now = await described(page, part);
    assert.ok(now.length > 3, 'something is drawn');
    assert.deepEqual(differences(keptAs(`${name}.txt`, now), now), []);
    const colours = await coloured(page, part);
    assert.deepEqual(recoloured(keptAs(`${name}.colours.txt`, colours), colours), []);
    assert.deepEqual(complaints, []);
  });
}

test('another colour, or another place, is seen; a tint is not', () => {
  const kept = ['fff fff fff', 'fff c84 fff'];
  assert.equal(recoloured(kept, ['fff ffe fff', 'fff c94 fff']).length, 0);
  assert.equal(recoloured(kept, ['fff fff fff', 'fff 48c fff']).length, 1);
  assert.equal(recoloured(kept, ['fff fff fff', 'c84 fff fff']).length, 2);
  assert.equal(recoloured(kept, ['fff fff fff']).length, 3);
});
