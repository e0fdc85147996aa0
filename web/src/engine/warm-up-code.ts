// A browser compiles a function of the module when it is first called, so a first statement takes many times as long as
// a second one. While nobody asks for anything, a few are run in a small server that is thrown away.
import { Engine } from './generated/toastscope.js';

/** Like the statements that most readers run first: make a table, store a short row and a toasted one, read both. */
const STATEMENTS = [
  'CREATE TABLE t (id int PRIMARY KEY, a text);',
  "INSERT INTO t VALUES (1, 'a');",
  "INSERT INTO t SELECT 2, string_agg(md5(i::text), '') FROM generate_series(1, 100) AS i;",
  'SELECT id, length(a) FROM t;',
];
/** `shared_buffers` in pages, and bytes for all values. */
const SHARED_BUFFERS = 128;
const MEMORY = 10_000_000;

/** Lets messages in. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Runs these statements so that the browser compiles the code they use; stops as soon as `asked` says that
 * somebody waits.
 */
export async function warmUpCode(asked: () => boolean) {
  let engine: Engine | null = null;
  for (const statement of STATEMENTS) {
    await pause();
    if (asked()) break;
    engine ??= new Engine(SHARED_BUFFERS, MEMORY, 1);
    engine.begin('warm-up.sql', 0);
    engine.line(statement);
    engine.step();
  }
  engine?.free();
}
