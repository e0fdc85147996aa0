// Whether what a sentence names is seen, and nothing on the stage is cut. The checks run in the page.
import { installCutParts } from './visible/cut-parts.mjs';
import { installInView } from './visible/in-view.mjs';
import { installLookThrough } from './visible/look-through.mjs';
import { installNamedThings } from './visible/named-things.mjs';

/**
 * Installs `lookThrough` in the page. It goes from frame to frame and reports what their sentences name that is
 * not in view, what of the stage is cut or scrolled away, and letters smaller than `least` px.
 */
export async function install(page, least) {
  await page.evaluate(() => (globalThis.visible = {}));
  await page.evaluate(installNamedThings);
  await page.evaluate(installInView);
  await page.evaluate(installCutParts, least);
  await page.evaluate(installLookThrough);
}
