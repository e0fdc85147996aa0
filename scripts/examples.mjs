// npm run examples: builds each of examples/ with its own tool from the packed npm package, serves it, opens it in
// Chromium and goes through its steps. What is installed stays below target/examples. `npm run examples -- vitepress`
// does only the named ones.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumLaunch } from './lib/chromium.mjs';
import { build, command, folderOf, install, PACKED, versionOf } from './lib/example-setup.mjs';
import { LOOKS } from './lib/example-checks.mjs';
import { EXAMPLES } from './lib/examples.mjs';
import { fail, root } from './lib/run-program.mjs';
import { serveFolder } from './lib/site.mjs';
import { printTable } from './lib/parallel-steps.mjs';

/** Packs the npm package, and gives the file a name without a version. */
async function pack() {
  const folder = join(root, 'web', 'package');
  if (!existsSync(join(folder, 'dist', 'frame', 'embed.html')))
    fail('First "npm run build": it makes the package.');
  mkdirSync(dirname(PACKED), { recursive: true });
  const [{ filename }] = JSON.parse(
    await command(
      ['npm', 'pack', '--json', '--silent', '--pack-destination', dirname(PACKED)],
      folder,
    ),
  );
  renameSync(join(dirname(PACKED), filename), PACKED);
}

/** How long it is since then, as text. */
const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;

/** Opens an example's first page and checks it; keeps pictures of what was seen, and what the browser printed. */
async function open(browser, example, folder) {
  const site = await serveFolder(folder);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on('pageerror', ({ message }) => {
      // Slidev keeps the screen on, which a browser without a screen denies.
      if (!message.startsWith('Wake Lock')) complaints.push(message);
    });
    page.on('console', (said) => {
      if (said.type() === 'error') complaints.push(`${said.text()} (${said.location().url})`);
    });
    await page.goto(site.address + (example.at ?? ''));
    await LOOKS[example.look](page, site.address, folderOf(example), example);
    await page.screenshot({ path: join(folderOf(example), 'seen.png') });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  } finally {
    await context.close();
    await site.close();
  }
}

/** Builds and checks one example; returns its row of the table. */
async function work(browser, example) {
  const row = [example.name, versionOf(example) && `${example.tool} ${versionOf(example)}`];
  try {
    for (const part of [
      () => install(example),
      async () => (example.folder = await build(example)),
      () => open(browser, example, example.folder),
    ]) {
      const from = Date.now();
      await part();
      row.push(seconds(from));
    }
    return { row: [...row, ''], error: '' };
  } catch (error) {
    while (row.length < 5) row.push('');
    return { row: [...row, 'FAILED'], error: `${example.name}: ${error.message}` };
  }
}

const asked = process.argv.slice(2);
const some = EXAMPLES.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (some.length === 0) fail(`There is ${EXAMPLES.map(({ name }) => name).join(', ')}.`);

await pack();
const browser = await chromium.launch(chromiumLaunch);
const done = [];
for (const example of some) {
  console.log(`${example.name} …`);
  done.push(await work(browser, example));
}
await browser.close();
console.log();
printTable(
  ['example', 'tool', 'installed in', 'built in', 'stepped through in', ''],
  done.map(({ row }) => row),
);
const errors = done.map(({ error }) => error).filter(Boolean);
if (errors.length > 0) fail(errors.join('\n\n'));
