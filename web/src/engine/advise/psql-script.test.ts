import { expect, test } from 'vitest';
import { partsOf } from './psql-script';

test('a script is cut into what to echo, to run and to copy', () => {
  const script = `-- Stores rows; in ways
\\set QUIET on
\\echo @@ server
SHOW server_version;
SELECT 'a;
b' || "c;""d"
  FROM t;
COPY rows FROM stdin;
1\tx;
\\\\.
\\.
\\echo @@ end
`;
  expect([...partsOf(script)]).toEqual([
    { kind: 'echo', text: '@@ server' },
    { kind: 'run', sql: 'SHOW server_version' },
    { kind: 'run', sql: `SELECT 'a;\nb' || "c;""d"\n  FROM t` },
    { kind: 'copy', sql: "COPY rows FROM '/dev/blob'", rows: ['1\tx;', '\\\\.'] },
    { kind: 'echo', text: '@@ end' },
  ]);
});
