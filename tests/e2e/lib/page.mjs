// Serves the built page and opens it in Chromium.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = fileURLToPath(new URL('../../../web', import.meta.url));

/** A browser and the page's address; `close` ends both. */
export async function start() {
  const server = await preview({ root, preview: { port: 0, host: 'localhost' }, logLevel: 'warn' });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--headless'],
  });
  return {
    address: server.resolvedUrls.local[0],
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Opens the workbench and waits for the engine. What the page complains of is collected. */
export async function open({ browser, address }, { at = '#/console', ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address + at);
  await ready(page);
  return { page, complaints };
}

/** Waits until nothing runs. */
export const ready = (page) =>
  page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready', null, {
    timeout: 120_000,
  });

/** Runs SQL as the buttons do. */
export async function runSql(page, sql) {
  await page.evaluate((text) => globalThis.toastscope.session.run(text), sql);
  await page.waitForTimeout(20);
  await ready(page);
}

/** What was printed. */
export const printed = (page) => page.getByTestId('output').textContent();
