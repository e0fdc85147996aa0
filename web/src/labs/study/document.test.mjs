// docs/studies.md says of the labs' rows what they say. All of it anew: npm run studies -- document.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedLines } from '../../../../scripts/studied/document.mjs';
import { shippedMeans } from '../../../../scripts/studied/means.mjs';

/** A line without the room that makes its table's columns straight. */
const bare = (line) => line.replaceAll(/ +/g, ' ').trim();

test('each figure that follows from shipped rows stands there as they have it', async () => {
  const file = new URL('../../../../docs/studies.md', import.meta.url);
  const document = new Set(readFileSync(file, 'utf8').split('\n').map(bare));
  const lines = shippedLines(await shippedMeans());
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.map(bare).filter((line) => !document.has(line))).toEqual([]);
});
