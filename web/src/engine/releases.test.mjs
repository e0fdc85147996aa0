import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARAMS } from '../element/params';
import { chooseServer, RELEASES, serverAfter, serverOf } from './releases';

test('the releases are those of the table of differences', () => {
  const path = new URL('../../../docs/versions.json', import.meta.url);
  const rows = JSON.parse(readFileSync(path, 'utf8'));
  const table = rows.find(({ name }) => name === 'server_version')?.values;
  const short = Object.entries(table ?? {}).map(([server, said]) => [server, said.split(' ')[0]]);
  expect(Object.fromEntries(short)).toEqual(RELEASES);
});

test('a choice is recognised, and nothing else is', () => {
  for (const server of Object.keys(RELEASES)) expect(serverOf(chooseServer(server))).toBe(server);
  expect(serverOf("SET toastscope.server = 'toasters';")).toBeNull();
  expect(serverOf("SELECT 'SET toastscope.server'")).toBeNull();
});

test('the first statement decides; without a choice it is 15', () => {
  expect(serverAfter(chooseServer('17'), '15')).toBe('17');
  expect(serverAfter('SELECT 1;', '17')).toBe('15');
  expect(serverAfter(undefined, '15')).toBe('15');
  expect(serverAfter(undefined, '18')).toBe('18');
});

test('a frame can ask for each of them', () => {
  const { kind } = PARAMS.find(({ name }) => name === 'server');
  expect(kind.of).toEqual(Object.keys(RELEASES));
});
