// npm run preview: draws docs/images/preview.png from the built page. Sites show this picture where a link to
// Toastscope is pasted. They take no SVG, and only a browser draws the page, so the picture is made when the page has
// changed, and kept.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { chromiumLaunch } from './lib/chromium.mjs';
import { root } from './lib/run-program.mjs';

/** 1200 by 630 pixels is what is asked for nearly everywhere; seen small, larger type is read better. */
const SCREEN = { viewport: { width: 960, height: 504 }, deviceScaleFactor: 1.25 };
const WHERE = 'embed.html?lesson=pointer&step=1&view=row&theme=light&controls=none&autoplay=0';

const server = await preview({ root: join(root, 'web'), preview: { port: 0, host: 'localhost' } });
const browser = await chromium.launch(chromiumLaunch);
const page = await browser.newPage({ ...SCREEN, reducedMotion: 'reduce' });
await page.goto(server.resolvedUrls.local[0] + WHERE);
await page.locator('[aria-label=Stage] svg').first().waitFor({ timeout: 120_000 });
const file = join(root, 'docs', 'images', 'preview.png');
await page.screenshot({ path: file });
console.log(file);
await browser.close();
await server.close();
