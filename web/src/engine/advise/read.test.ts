import { expect, test } from 'vitest';
import { readSource } from './read';
import type { Refused } from './protocol';
import { LONGEST } from './rows';

/** What a file of this name gives: its names, its rows, and those kept aside. */
async function read(name: string, content: string | Uint8Array<ArrayBuffer> | Blob) {
  const result = { names: [] as string[], rows: [] as string[], refused: [] as Refused[] };
  const numbers: number[] = [];
  await readSource(
    { kind: 'files', files: [new File([content], name)] },
    {
      names: (names) => (result.names = names),
      row: (number, line) => {
        numbers.push(number);
        result.rows.push(line);
      },
      refused: (row) => result.refused.push(row),
      share: () => {},
    },
  );
  return { ...result, numbers };
}

/** A text in UTF-16, with its mark. */
const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);
/** A text in Latin-1. */
const latin = (text: string) => Uint8Array.from([...text], (c) => c.charCodeAt(0));
const BROKEN = 'a quote is opened here and never closed';

test('characters are whole wherever a piece of a CSV ends', async () => {
  let text = 'id,body\n';
  for (let i = 0; text.length < 2_500_000; i++) text += `${i},${'äö€'.repeat(i % 97)}𝄞\n`;
  const { rows, refused } = await read('a.csv', text);
  expect(refused).toEqual([]);
  expect(rows.join('\n')).toBe(text.slice(8, -1).replaceAll(',', '\t'));
});

test('a row with a broken quote is named by the line it begins in, and the others are read', async () => {
  const open = await read('a.csv', 'id,body\n1,"a\nb"\n2,"never closed\n3,c\n4,"d"\n');
  expect(open.rows).toEqual(['1\ta\\nb', '3\tc', '4\td']);
  expect(open.numbers).toEqual([2, 5, 6]);
  expect(open.refused).toEqual([{ number: 4, why: expect.stringContaining('a quote is') }]);
  const last = await read('a.csv', 'id,body\r\n1,a\r\n2,"b\r\n');
  expect(last.rows).toEqual(['1\ta']);
  expect(last.refused).toEqual([{ number: 3, why: BROKEN }]);
  const inside = await read('a.csv', 'id,body\n1,"a"b\n2,c\n');
  expect(inside.rows).toEqual(['2\tc']);
  expect(inside.refused[0]?.number).toBe(2);
});

test('a file whose quotes are all broken is given up, by its line', async () => {
  await expect(read('a.csv', `id,body\n${'1,"a"b\n'.repeat(200)}`)).rejects.toThrow(
    /^Line 101: a quote .* 100 rows are broken so/,
  );
});

test('a line that is too long is named, and what follows it is read', async () => {
  const long = 'x'.repeat(LONGEST + 10);
  for (const [name, before, after] of [
    ['a.csv', 'id,doc\n1,a\n2,', '\n3,b\n'],
    ['a.ndjson', '{}\n1\n"', '"\n3\n'],
    ['a.json', '[{},1,"', '",3]'],
  ] as const) {
    const { numbers, refused } = await read(name, new Blob([before, long, '', after]));
    expect(refused, name).toEqual([
      { number: 3, why: expect.stringMatching(/^longer than 16 MB/) },
    ]);
    expect(numbers.at(-1), name).toBe(4);
  }
});

test('UTF-16 with its mark is read, other bytes are named', async () => {
  for (const [name, text, rows] of [
    ['a.csv', 'id,doc\n1,x\n', ['1\tx']],
    ['a.ndjson', '{"a":1}\n[2]\n', ['1\t{"a":1}', '2\t[2]']],
    ['a.json', '[{"a":1}]', ['1\t{"a":1}']],
  ] as const) {
    expect((await read(name, utf16(text))).rows).toEqual(rows);
  }
  for (const [name, text, number] of [
    ['a.csv', 'id,doc\n1,x\n2,ü\n', 3],
    ['a.ndjson', '{"a":1}\n["ü"]\n', 2],
    ['a.json', '[{"a":"ü"}, 1]', 1],
  ] as const) {
    const { rows, refused } = await read(name, latin(text));
    expect(rows.length).toBe(1);
    expect(refused).toEqual([{ number, why: expect.stringContaining('not UTF-8') }]);
  }
});

test('what is cut or damaged is named with its place', async () => {
  expect((await read('a.json', '[{"a":1},{"b":')).refused).toEqual([
    { number: 2, why: 'It begins at character 10 and has no end.' },
  ]);
  for (const [name, content, why] of [
    ['a.parquet', 'PAR0 and more of it', 'Byte 0: no Parquet file'],
    ['a.parquet', 'PAR1 and more of it', 'Byte 19: the file ends without a footer'],
    [
      'a.parquet',
      'PAR1 more \u0001\0\0\0PAR1',
      'The footer, which ends at byte 10, cannot be read',
    ],
    ['a.csv.gz', 'id,body\n', 'a.csv.gz, byte 0: gzip did not make it.'],
    [
      'a.csv.gz',
      new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255]),
      'damaged or cut, 0',
    ],
    ['a.csv', '', 'a.csv is empty.'],
  ] as const) {
    await expect(read(name, content)).rejects.toThrow(why);
  }
});
