// Prints the folder with PostgreSQL's own pglz, fetched if need be; nothing where it cannot be had.
import { pglzLibrary } from './lib/pglz.mjs';

console.log(pglzLibrary());
