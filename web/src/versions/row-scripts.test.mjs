// Each row of the table of differences has a script, which prints something else on PostgreSQL 18 than on 15.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engineModule, newEngine } from '../lessons/testing.mjs';
import { ROW_GROUPS, ROW_PRESETS } from './row-scripts';

const table = JSON.parse(
  readFileSync(new URL('../../../docs/versions.json', import.meta.url), 'utf8'),
);

test('each row of the table is shown once', () => {
  const shown = ROW_GROUPS.flatMap(({ rows }) => Object.keys(rows));
  expect(shown.toSorted()).toEqual(table.map(({ name }) => name).toSorted());
});

/** What psql prints for a script after the line that chooses the server; moments are left out. */
function printed(setting, script) {
  const engine = newEngine();
  engine.begin('row.sql', 0);
  const lines = [setting, ...script.split('\n')].map((line) => engine.line(line));
  const text = [...lines, engine.finish()].slice(1).join('');
  engine.free();
  return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*/g, '');
}

test.runIf(engineModule()).each(ROW_PRESETS)('$id: 15 and 18 print different lines', (preset) => {
  const [fifteen, eighteen] = preset.sides.map(({ setting }) => printed(setting, preset.script));
  expect(eighteen).not.toBe(fifteen);
  // What 18 is asked for it has.
  expect(eighteen).not.toMatch(/ERROR:.* not modelled/);
});
