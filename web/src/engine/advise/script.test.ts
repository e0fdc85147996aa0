import { expect, test } from 'vitest';
import type { Source } from './protocol';
import { isScript, scriptOf } from './script';

const files = (name: string, content: string | Uint8Array<ArrayBuffer>): Source => ({
  kind: 'files',
  files: [new File([content], name)],
});
/** An archive's script, here. */
const ofArchive = (archive: Uint8Array) =>
  Promise.resolve(new TextEncoder().encode(`made of ${archive.length} bytes`));

test('scripts and dumps are known by their names, archives by their bytes', async () => {
  for (const name of ['a.sql', 'A.SQL.gz', 'shop.dump', 'shop.backup', 'shop.pgdump.gz'])
    expect(await isScript(files(name, ''))).toBe(true);
  for (const name of ['a.csv', 'sql', 'dump.json'])
    expect(await isScript(files(name, ''))).toBe(false);
  expect(await isScript(files('shop', 'PGDMP'))).toBe(true);
  expect(await isScript({ kind: 'text', name: 'pasted.sql', text: '' })).toBe(true);
});

test('a dump is plain or an archive by what it begins with', async () => {
  const plain = '--\n-- PostgreSQL database dump\n--\nSELECT 1;\n';
  expect(await scriptOf(files('a.dump', plain), ofArchive)).toBe(plain);
  expect(await scriptOf(files('a.sql', 'SELECT 2;'), ofArchive)).toBe('SELECT 2;');
  expect(await scriptOf(files('a.dump', 'PGDMP...'), ofArchive)).toBe('made of 8 bytes');
  expect(await scriptOf(files('a.sql', 'PGDMP..'), ofArchive)).toBe('made of 7 bytes');
  // What is neither is for the reader of archives to name.
  expect(await scriptOf(files('a.dump', 'secret'), ofArchive)).toBe('made of 6 bytes');
  const stream = new Blob(['PGDMP....']).stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(await scriptOf(files('a.dump.gz', packed), ofArchive)).toBe('made of 9 bytes');
});

test('what is not UTF-8 is named with its line and byte', async () => {
  const latin = new Uint8Array([0x2d, 0x2d, 0xc3, 0xbc, 10, 0x61, 0xfc, 0x62, 10]);
  await expect(scriptOf(files('a.sql', latin), ofArchive)).rejects.toThrow(
    'Line 2, byte 6: not UTF-8. Save the file as UTF-8.',
  );
});
