import { expect, test } from 'vitest';
import { LIMITS, pack, packSession, unpack, unpackSession, type Shared } from './link';

const session: Shared = {
  script: "SELECT 'ü';\n",
  ran: [
    { text: 'CREATE TABLE t (a int);', line: 1, time: 1.7e12, after: 0 },
    { text: 'INSERT INTO t VALUES (1);', line: 4, time: 1.7e12, after: 1 },
    { text: 'INSERT INTO t VALUES (2);', line: 2, time: 1.7e12, after: 1 },
  ],
  silent: 1,
  tip: 2,
  at: 7,
  seed: 0.25,
  speed: 2,
  page: { relation: 16384, block: 0, item: 1 },
};

test('a session comes back as it was', async () => {
  const packed = await packSession(session);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpackSession(packed)).toEqual(session);
});

test('a link from before output and branches were in it still opens', async () => {
  const { silent, tip, ...before } = session;
  expect([silent, tip]).toEqual([1, 2]);
  expect(await unpackSession(await packSession(before))).toEqual(before);
});

test('a link that is cut, changed or not one of ours is refused in words', async () => {
  const packed = await packSession(session);
  await expect(unpackSession(packed.slice(0, -9))).rejects.toThrow('damaged');
  await expect(unpackSession('')).rejects.toThrow('damaged');
  await expect(unpackSession('A')).rejects.toThrow('damaged');
  await expect(unpackSession(packed + '<')).rejects.toThrow('characters that do not belong');
  for (const other of [
    null,
    [],
    7,
    {},
    { v: 2 },
    { v: 1 },
    { v: 1, ...session, ran: [{ text: 1, after: 0 }] },
  ]) {
    await expect(unpackSession(await pack(JSON.stringify(other)))).rejects.toThrow(/damaged|newer/);
  }
  const ahead = { v: 1, ...session, ran: [{ text: '', line: 1, time: 0, after: 1 }] };
  await expect(unpackSession(await pack(JSON.stringify(ahead)))).rejects.toThrow('damaged');
});

test('a small link cannot unpack to much, and a large session is no link', async () => {
  const bomb = await pack(' '.repeat(LIMITS.unpacked * 10));
  expect(bomb.length).toBeLessThan(LIMITS.fragment);
  await expect(unpack(bomb)).rejects.toThrow('too large');
  const noise = Array.from({ length: 40_000 }, () => Math.random().toString(36)).join('');
  await expect(pack(noise)).rejects.toThrow('too much for a link');
  await expect(unpack('A'.repeat(LIMITS.fragment + 1))).rejects.toThrow('too long');
});
