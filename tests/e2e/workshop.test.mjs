// The workshop: courses with their times, progress that is kept and taken along, a handout and the teacher's page whose
// numbers the engine computes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, ready, serve, visit } from './lib/page.mjs';

const place = serve();

/** Opens the workshop at a place. */
const opened = (at, options) => visit(place, { at: `workshop.html${at}`, ...options });

test('a course has its times, and begins when one says', async () => {
  const { page, complaints } = await opened('');
  await page.getByRole('link', { name: /TOAST in half a day/ }).click();
  await page.getByRole('heading', { name: 'TOAST in half a day' }).waitFor();
  const last = page.locator('li').filter({ hasText: 'What to take home' });
  await last.getByText('12:55').waitFor();
  await page.getByLabel('begins at').fill('10:30');
  await page.getByLabel('begins at').press('Tab');
  await last.getByText('14:25').waitFor();
  assert.deepEqual(complaints, []);
});

test('an exercise that is reached is ticked, saved to a file, and added in another browser', async () => {
  const { page } = await opened('#/ninety-minutes');
  const entry = page.locator('li').filter({ hasText: 'Exercise: nothing moves out' });
  await entry.getByText('Bring all texts into their rows').waitFor();
  const [lesson] = await Promise.all([page.waitForEvent('popup'), entry.getByRole('link').click()]);
  await ready(lesson);
  await lesson.getByRole('heading', { name: 'Exercise: nothing moves out' }).waitFor();
  await lesson.waitForFunction(() => !globalThis.toastscope.run?.running);
  await lesson.getByRole('button', { name: /^Run it/ }).click();
  await lesson.getByTestId('exercise').waitFor();
  await lesson.locator('.exercise .cm-content').click();
  await lesson.keyboard.insertText(
    "ALTER TABLE cards ALTER body SET STORAGE EXTENDED; UPDATE cards SET body = body || '';",
  );
  await lesson.getByRole('button', { name: 'Try it' }).click();
  await lesson.getByText('Reached.').waitFor();
  await lesson.close();
  await entry.getByText('✓ done').waitFor();
  // Its lesson ends with it.
  await page.getByText('2 of 5 done').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const file = await download.path();
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).version, 1);

  const other = await opened('#/ninety-minutes');
  const input = other.page.getByLabel('Progress', { exact: true });
  const bad = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') };
  await input.setInputFiles(bad);
  await other.page.getByText('not one that this page saved progress to').waitFor();
  await input.setInputFiles(file);
  await other.page.getByText('Added: 1 lesson and 1 exercise.').waitFor();
  await other.page.getByText('2 of 5 done').waitFor();
  await input.setInputFiles(file);
  await other.page.getByText('Nothing in it was new.').waitFor();
});

test('one’s own course is a file; a bad one is told with its faults', async () => {
  const { page } = await opened('');
  /** A file with a course. */
  const course = (text) => ({
    name: 'mine.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  const input = page.getByLabel('A course', { exact: true });
  await input.setInputFiles(
    course('---\ntitle: Mine\n---\n\n## One\n\n```lesson\nlesson: x\n```\n'),
  );
  await page.getByRole('alert').getByText('line 8: “minutes:” is a number').waitFor();
  await input.setInputFiles(
    course('---\ntitle: Mine\n---\n\n## One\n\n```lesson\nlesson: pages\nminutes: 9\n```\n'),
  );
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  await page.getByRole('link', { name: 'Handout' }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
});

for (const [view, said] of [
  ['handout', '30,064 buffers'],
  ['teacher', '30,064 buffers'],
]) {
  test(
    `the ${view} has the engine’s numbers, and can be printed`,
    { timeout: 180_000 },
    async () => {
      const { page, complaints } = await opened(`#/ninety-minutes/${view}`);
      await page.getByText('All numbers were computed').waitFor({ timeout: 120_000 });
      await page.getByText(said).first().waitFor();
      assert.doesNotMatch(await page.locator('article').innerText(), /…(?!\w)\s*$/m);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ media: 'screen', colorScheme });
        await checkAxe(page, `${view}, ${colorScheme}`);
        await page.emulateMedia({ media: 'print', colorScheme });
        assert.equal(await page.locator(':is(button, input, nav):visible').count(), 0);
        await checkAxe(page, `${view} on paper, ${colorScheme}`);
      }
      assert.ok((await page.pdf({ format: 'A4' })).length > 20_000);
      assert.deepEqual(complaints, []);
    },
  );
}

test('a lesson from elsewhere has its numbers once somebody lets it run', async () => {
  const { page, complaints } = await opened('');
  const source = `---
title: Elsewhere
summary: A lesson of somebody’s own.
minutes: 5
---

## A size

\`\`\`guess
How many bytes has the value?
answer: cell size
unit: bytes
\`\`\`

\`\`\`sql
SELECT pg_column_size(repeat('x', 4321)) AS size;
\`\`\`

It has them.
`;
  await page.route('https://example.org/own.md', (route) =>
    route.fulfill({ body: source, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  const course =
    '---\ntitle: Mine\n---\n\n## Own\n\n```lesson\nlesson: https://example.org/own.md\nminutes: 9\n```\n';
  await page.getByLabel('A course', { exact: true }).setInputFiles({
    name: 'mine.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(course),
  });
  await page.getByRole('link', { name: 'Handout' }).click();
  await page.getByText('Without the numbers of 1 lesson from example.org').waitFor();
  assert.equal(await page.getByText('4,325 bytes').count(), 0);
  await checkAxe(page, 'waiting');
  await page.getByRole('button', { name: 'Run them' }).click();
  await page.getByText('4,325 bytes').waitFor();
  await page.getByText('All numbers were computed').waitFor();
  assert.deepEqual(complaints, []);
});

for (const [colorScheme, width, height] of [
  ['light', 1280, 720],
  ['dark', 390, 844],
]) {
  test(`axe finds nothing, ${colorScheme} at ${width}`, async () => {
    const { page } = await opened('', { colorScheme, viewport: { width, height } });
    await page.getByRole('link', { name: /half a day/ }).waitFor();
    await checkAxe(page, 'list');
    await checkWidth(page, 'list');
    await page.getByRole('link', { name: /half a day/ }).click();
    await page.getByText('What to take home').waitFor();
    await checkAxe(page, 'course');
    await checkWidth(page, 'course');
  });
}

test('a test before and after a course: its result is a file, and the teacher has all of them', async () => {
  const { page, complaints } = await opened('', { viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'A test of eight questions' }).click();
  const files = [];
  /** Takes the test before or after the course, this number of answers right. */
  const taken = async (when, number) => {
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: `${when} the course` }).click();
    for (let i = 1; i <= 8; i++) {
      await page.getByRole('heading', { name: `Question ${i} of 8` }).waitFor();
      const box = page.getByRole('textbox');
      if (await box.count()) await box.fill(number);
      else await page.getByRole('radio').last().check();
      await page.getByRole('button', { name: 'Answer' }).click();
      await checkWidth(page);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the result as a file' }).click(),
    ]);
    files.push(await download.path());
    await checkAxe(page);
  };
  await taken('Before', '7');
  await page.getByRole('heading', { name: 'Before the course: 4 of 8' }).waitFor();
  const answers = page.getByTestId('answers');
  assert.doesNotMatch(await answers.innerText(), /A pointer stays/, 'what is right is not told');
  assert.doesNotMatch(await answers.innerText(), /[✓✗]|right:|wrong:/, 'nor which answers are');
  await page.getByRole('button', { name: 'Back' }).click();
  await taken('After', '18');
  await page.getByRole('heading', { name: 'After the course: 5 of 8' }).waitFor();
  await page.getByText('Before the course it was 4 of 8.').waitFor();
  await answers.getByText('A pointer stays').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  const bad = { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  const input = page.getByLabel('Results', { exact: true });
  await input.setInputFiles(bad);
  await page.getByText('bad.json: The file is not a result').waitFor();
  await input.setInputFiles(files);
  await page.getByText('1 result from before, 1 result from after').waitFor();
  await page.getByRole('row', { name: /on average 4\.0 5\.0/ }).waitFor();
  await checkWidth(page);
  await checkAxe(page);
  assert.deepEqual(complaints, []);
});
