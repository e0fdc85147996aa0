// What is recorded of the lessons, for npm test to build before the page.
import { buildRecorded } from './lib/recorded.mjs';

await buildRecorded();
