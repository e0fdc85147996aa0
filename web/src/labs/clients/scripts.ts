// The scripts that come with the lab; `tests/bench/clients.rs` runs the same beside a real server's pgbench.
import type { Work } from '../../engine/clients/protocol';
import insert from './scripts/insert.sql?raw';
import select from './scripts/select.sql?raw';
import setUp from './scripts/setup.sql?raw';
import update from './scripts/update.sql?raw';

/** A script that comes with the lab. */
export interface Preset extends Work {
  id: string;
  name: string;
  about: string;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'insert',
    name: 'INSERT of a toasted row',
    about: '4 to 6 kB that are not compressed, in three or four chunks',
    setUp,
    script: insert,
  },
  {
    id: 'update',
    name: 'UPDATE of one of 4 rows',
    about: 'two clients often want the same row',
    setUp,
    script: update,
  },
  {
    id: 'select',
    name: 'SELECT with a detoast',
    about: '40 kB of text are fetched and decompressed to be counted',
    setUp,
    script: select,
  },
];
