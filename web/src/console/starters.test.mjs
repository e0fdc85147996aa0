// The scripts to begin with run on the engine, and none of them fails.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { NAMES } from './first-starter';
import { STARTERS } from './starters';

const module = new URL('../../../target/node/toastscope.js', import.meta.url);

test('there are five, and they are small', () => {
  expect(STARTERS).toHaveLength(5);
  expect(STARTERS.map(({ name }) => name)).toEqual(NAMES);
  for (const { sql } of STARTERS) expect(sql.split('\n').length).toBeLessThan(14);
});

test('one after the other, they run without an error', () => {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { LogWriter } = createRequire(import.meta.url)(module.pathname);
  const psql = new LogWriter(262_144, 2 ** 31, 1, false);
  for (const { sql } of STARTERS) {
    const printed = sql
      .split('\n')
      .map((line) => psql.line(line))
      .join('');
    expect(printed).not.toMatch(/ERROR|WARNING/);
    expect(printed).toMatch(/\(\d+ rows?\)/);
    expect(printed.length).toBeLessThan(4000);
  }
  psql.free();
});
