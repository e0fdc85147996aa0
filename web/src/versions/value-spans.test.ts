import { expect, test } from 'vitest';
import { spansOf } from './value-spans';

const said = (...values: [string, string, string, string]) => {
  const [v15, v16, v17, v18] = values;
  return spansOf({ '15': v15, '16': v16, '17': v17, '18': v18 }).map(
    ({ versions, value }) => `${versions}: ${value}`,
  );
};

test('versions that agree are taken together', () => {
  expect(said('false', 'false', 'false', 'true')).toEqual(['15 to 17: no', '18: yes']);
  expect(said('false', 'true', 'true', 'false')).toEqual(['15: no', '16 to 17: yes', '18: no']);
});

test('values are words, numbers stay', () => {
  expect(said('OnePage', 'Doubling', 'Doubling', 'Doubling')).toEqual([
    '15: one page',
    '16 to 18: doubling',
  ]);
  expect(said('TransactionId(728)', '256', 'pageinspect 1.12', '0xD118')).toEqual([
    '15: 728',
    '16: 256',
    '17: pageinspect 1.12',
    '18: 0xD118',
  ]);
});
