// The shipped rows are the engine's: a part of each study is measured again. All of them anew: npm run studies.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packing, server } from '../../../../scripts/lib/engine.mjs';
import { SHIPPED, STUDIES } from './studies';
import { lineOf } from './csv';
import { rowsBy } from './measure';

import { unpack } from './shipped';

const module = new URL('../../../../target/node/toastscope.js', import.meta.url);

describe.each(STUDIES.map((study) => [study.id, study]))('%s', (id, study) => {
  const rows = unpack(SHIPPED[id]);

  test('a part measured again is what is shipped', { timeout: 120_000 }, async () => {
    expect(existsSync(module), 'the module is not built: npm run build').toBe(true);
    const lines = new Set(SHIPPED[id].split('\n'));
    const jobs = study.jobs({ values: study.shipped, files: [], proposed: await packing() });
    const sample = jobs.filter((job) => job.sample);
    expect(sample.length).toBeGreaterThan(0);
    for (const job of sample) {
      const { run, close } = server();
      const again = (await rowsBy(job, run)).map((row) => lineOf(study.columns, row));
      close();
      expect(
        again.filter((line) => !lines.has(line)),
        `${job.name}: npm run studies`,
      ).toEqual([]);
    }
  });

  test('every job has a name of its own, and the shipped values are among the choices', async () => {
    const names = study.jobs({ values: study.shipped, files: [], proposed: async () => 0 });
    expect(new Set(names.map((job) => job.name)).size).toBe(names.length);
    for (const { id: parameter, choices } of study.parameters)
      expect(choices.map(({ value }) => value)).toContain(study.shipped[parameter]);
  });

  test('every chart has something to draw, of every series', () => {
    for (const chart of study.charts) {
      const own = rows.filter(chart.part);
      for (const { value } of chart.series.all)
        expect(
          own.some((row) => row[chart.series.id] === value),
          `${chart.id}: ${value}`,
        ).toBe(true);
      for (const { id: measure } of chart.measures)
        expect(
          own.some((row) => typeof row[measure] === 'number'),
          measure,
        ).toBe(true);
    }
  });
});
