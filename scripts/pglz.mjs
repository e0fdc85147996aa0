// Prints the folder with PostgreSQL's own pglz, which it fetches if need be. Prints nothing where it cannot be had.
import { pglzLibrary } from './lib/pglz.mjs';

console.log(pglzLibrary());
