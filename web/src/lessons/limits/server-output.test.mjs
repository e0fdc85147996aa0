// What the lesson shows of a server with 600 MB, which no browser holds: each line of it stands in what the server printed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

test('the errors that are shown are the server’s', () => {
  const printed = read('server.out')
    .replaceAll(/^psql:server\.sql:\d+: /gm, '')
    .split('\n');
  const shown = [...read('lesson.md').matchAll(/^```text\n([^]*?)\n```$/gm)];
  expect(shown.length).toBe(2);
  for (const [, lines] of shown)
    for (const line of lines.split('\n')) expect(printed).toContain(line);
});
