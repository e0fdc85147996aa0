// The npm package, for npm test to make from the page that is built.
import { buildPackage } from './lib/package.mjs';

await buildPackage();
