// Records the lessons. npm test runs it before it builds the page.
import { buildRecorded } from './lib/recorded.mjs';

await buildRecorded();
