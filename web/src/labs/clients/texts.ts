// Texts of a length and a method, which many clients insert or read, to compare methods. A text repeats 32 letters, as
// the texts of the study of large texts do, so both methods compress it well.
import type { Work } from '../../engine/clients/protocol';

export const METHODS = [
  { value: 'none', name: 'none (EXTERNAL)' },
  { value: 'pglz', name: 'pglz' },
  { value: 'lz4', name: 'lz4' },
] as const;
/** How the texts are compressed, as `METHODS` names it. */
export type Method = (typeof METHODS)[number]['value'];

export const TEXT_ACTIONS = [
  { value: 'insert', name: 'INSERT of a text' },
  { value: 'select', name: 'SELECT of its length' },
] as const;
/** What each client does with the texts, as `TEXT_ACTIONS` names it. */
export type TextAction = (typeof TEXT_ACTIONS)[number]['value'];

/** Letters. */
export const LENGTHS = [320, 1600, 3200, 16_000, 64_000] as const;

/** Rows that are there to be read. */
const ROWS = 100;

/** The table and script of a workload that writes or reads texts of this length with this method. */
export function workOf(doing: TextAction, method: Method, letters: number): Work {
  const copies = Math.round(letters / 32);
  const kind = method === 'none' ? 'STORAGE EXTERNAL' : `COMPRESSION ${method}`;
  return {
    setUp: `CREATE TABLE texts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text);
ALTER TABLE texts ALTER body SET ${kind};
INSERT INTO texts (body)
  SELECT repeat(md5(i::text), ${copies}) FROM generate_series(1, ${ROWS}) i;
VACUUM ANALYZE;
CHECKPOINT;
`,
    script:
      doing === 'insert'
        ? `\\set n random(1, 1000000)
INSERT INTO texts (body) VALUES (repeat(md5((:n)::text), ${copies}));
`
        : `\\set id random(1, ${ROWS})
SELECT length(body) FROM texts WHERE id = :id;
`,
  };
}
