// Which Chromium tests and tools open, and how: Debian's without a window (chromium-headless-shell) where it is there,
// since it takes a third less of a processor than the whole browser does without one; else Debian's chromium. CHROMIUM
// names another. Both set text the same, unless one is to move it to whole pixels.
import { existsSync } from 'node:fs';

const HEADLESS = '/usr/bin/chromium-headless-shell';
const WITH_WINDOWS = '/usr/bin/chromium';

/** What Playwright launches. */
export const chromiumLaunch = {
  executablePath: process.env.CHROMIUM ?? (existsSync(HEADLESS) ? HEADLESS : WITH_WINDOWS),
  args: ['--no-sandbox', '--headless', '--font-render-hinting=none'],
};
