// Serves the built page and opens it in Chromium.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { chromiumLaunch } from '../../../scripts/lib/chromium.mjs';

const root = fileURLToPath(new URL('../../../web', import.meta.url));

/** Starts a browser and a server of the built page; returns both, the address, and `close`. */
export async function start() {
  const server = await preview({ root, preview: { port: 0, host: 'localhost' }, logLevel: 'warn' });
  const browser = await chromium.launch(chromiumLaunch);
  return {
    address: server.resolvedUrls.local[0],
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Serves the built page during the tests of a file, and closes what each test opened. */
export function serve() {
  const place = {};
  before(async () => Object.assign(place, await start()));
  afterEach(async () => {
    for (const context of place.browser.contexts()) await context.close();
  });
  after(() => place.close?.());
  return place;
}

/**
 * Opens an address, and collects the page's errors. The console shows all parts of the stage, as its key w
 * does, unless `composed` is true.
 */
export async function visit({ browser, address }, { at = '', composed = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // It would answer in the server's place, and load every file in the background.
    serviceWorkers: 'block',
    ...options,
  });
  if (!composed)
    await context.addInitScript(() => localStorage.setItem('toastscope stage', 'whole'));
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address + at);
  return { page, complaints };
}

/** Opens the workbench and waits for the engine. */
export async function open(place, { at = '#/console', ...options } = {}) {
  const opened = await visit(place, { at, ...options });
  await ready(opened.page);
  return opened;
}

/** Opens a lab by its name in the address. */
export async function openLab(place, name, options = {}) {
  const opened = await visit(place, { at: `#/${name}`, ...options });
  await opened.page.waitForFunction((lab) => lab in globalThis, `${name}Lab`);
  return opened;
}

/** Waits until no statement runs. */
export const ready = (page) =>
  page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready', null, {
    timeout: 120_000,
  });

/** Runs SQL as the buttons do, and waits until it has ended. */
export async function runSql(page, sql) {
  await page.evaluate((text) => globalThis.toastscope.session.run(text), sql);
  await ready(page);
}

/** The text in the output pane. */
export const printed = (page) => page.getByTestId('output').textContent();

/**
 * Checks with axe that the page in this state, or the part that a selector names, is accessible. Frames are
 * left out, since axe would take seconds to look into them.
 */
export async function checkAxe(page, state = '', part = 'html') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (within) => {
    const options = { resultTypes: ['violations'], iframes: false };
    const { violations } = await globalThis.axe.run(within, options);
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(', ')}`);
  }, part);
  assert.deepEqual(found, [], state);
}

/** Checks that the page does not scroll sideways. */
export async function checkWidth(page, state = '') {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${state}: ${over} px too wide`);
}
