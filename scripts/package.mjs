// Makes the npm package from the built page. npm test runs it.
import { buildPackage } from './lib/package.mjs';

await buildPackage();
