import { expect, test } from 'vitest';
import { METHODS, keyOf, nameOf, tableOf } from './choices';
import { commandsFor } from './commands';
import { describeHeader } from './logs';
import { WORKLOADS, randomNumbers } from './workloads';

test('names are what one types', () => {
  expect(nameOf({ method: 'xz', level: 2, way: 'whole' })).toBe('xz -2');
  expect(nameOf({ method: 'gzip', level: 6, way: 'blocks' })).toBe('pigz -6');
  expect(nameOf({ method: 'zstd', level: 3, way: 'long' })).toBe('zstd -3 --long');
  expect(nameOf({ method: '7z', level: 5, way: 'whole' })).toBe('7z -mx=5');
});

test('each choice has a table of the study and a key of its own', () => {
  const choices = METHODS.flatMap(({ method, levels }) =>
    levels.flatMap((level) =>
      (['whole', 'blocks'] as const).map((way) => ({ method, level, way })),
    ),
  );
  expect(new Set(choices.map(keyOf)).size).toBe(choices.length);
  expect(tableOf({ method: 'bzip2', level: 9, way: 'whole' })).toBe(1);
  expect(tableOf({ method: '7z', level: 1, way: 'whole' })).toBe(2);
  expect(tableOf({ method: 'xz', level: 1, way: 'blocks' })).toBe(3);
});

test('commands neither overwrite a file nor leave half of one', () => {
  const { archive, restore } = commandsFor({ method: 'xz', level: 2, way: 'whole' }, 4, 4 << 20);
  expect(archive).toBe(
    'test ! -f /mnt/archive/%f.xz && xz -2 < "%p" > /mnt/archive/%f.xz.part && ' +
      'sync /mnt/archive/%f.xz.part && mv /mnt/archive/%f.xz.part /mnt/archive/%f.xz',
  );
  expect(restore).toBe('xz -d < /mnt/archive/%f.xz > "%p"');
  expect(commandsFor({ method: 'xz', level: 2, way: 'blocks' }, 4, 4 << 20).archive).toContain(
    'xz -2 -T 4 --block-size=4MiB < "%p"',
  );
  for (const { method, levels } of METHODS) {
    const { archive } = commandsFor({ method, level: levels[0] ?? 1, way: 'whole' }, 4, 4 << 20);
    expect(archive).toMatch(/^test ! -f .+ && mv \S+\.part \S+$/);
  }
});

test('a segment is known by its first page', () => {
  const head = new DataView(new ArrayBuffer(40));
  head.setUint16(0, 0xd110, true);
  head.setUint16(2, 2, true);
  expect(describeHeader(head)).toBe('WAL page magic D110, PostgreSQL 15');
  head.setUint16(0, 0x1f8b, true);
  expect(describeHeader(head)).toBe('not a WAL segment; compressed as it is');
});

test('workloads are the same every time', () => {
  const random = randomNumbers(42);
  expect([random(), random()]).toEqual([0.6011037519201636, 0.44829055899754167]);
  for (const { lines } of WORKLOADS) {
    expect(lines()).toEqual(lines());
    expect(lines().every((line) => line.endsWith(';'))).toBe(true);
  }
});
