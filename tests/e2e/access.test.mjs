// axe finds nothing to complain of, in light and dark, in each state of the page.
import { test } from 'node:test';
import { checkAxe, open, ready, runSql, serve } from './lib/page.mjs';

const place = serve();

const SQL = `CREATE TABLE t (id int PRIMARY KEY, a text, b text);
INSERT INTO t SELECT i, repeat('x', 3000 * i), repeat(md5(i::text), 300) FROM generate_series(1, 20) i;
DELETE FROM t WHERE id % 3 = 0;
SELECT 1/0;`;

for (const colorScheme of ['light', 'dark']) {
  test(`in ${colorScheme}`, async () => {
    const { page } = await open(place, { colorScheme });
    await checkAxe(page, 'empty');
    await runSql(page, SQL);
    await page.getByText('By relation').click();
    await checkAxe(page, 'after a run');
    await page.getByRole('combobox', { name: 'Next' }).waitFor();
    // In the middle of storing a row, and of reading a value back.
    await page.evaluate(() => globalThis.toastscope.session.timeline.showStep(2));
    await page.evaluate(() => globalThis.toastscope.session.timeline.jump('valueToasted', -1));
    await checkAxe(page, 'while a row is stored');
    await page.evaluate(() => {
      const { timeline } = globalThis.toastscope.session;
      timeline.seek(timeline.length);
    });
    await page.getByRole('button', { name: 'Show on its page' }).click();
    await page.getByTestId('field').waitFor();
    await checkAxe(page, 'with a page open');
    await page.evaluate(() => globalThis.toastscope.session.client.breakDown());
    await page.getByRole('alert').waitFor();
    await ready(page);
    await checkAxe(page, 'after the engine stopped');
  });
}
