// What is published, and of whom: a second build gives the same bytes, and the bill of materials names what NOTICE names.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAllowed } from '../../scripts/lib/dependencies.mjs';
import { root } from '../../scripts/lib/run-program.mjs';
import { sbom } from '../../scripts/lib/sbom.mjs';

/** The files below a folder, by their paths in it. */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

test('the page is built to the same bytes a second time', { timeout: 600_000 }, () => {
  const first = join(root, 'web', 'dist');
  const again = join(root, 'target', 'again');
  try {
    const args = [
      'vite',
      'build',
      '--outDir',
      '../target/again',
      '--emptyOutDir',
      '--logLevel',
      'error',
    ];
    execFileSync('npx', args, { cwd: join(root, 'web') });
    const files = filesOf(again);
    assert.ok(files.length > 300, 'all of the page');
    const other = files.filter(
      (name) => !readFileSync(join(first, name)).equals(readFileSync(join(again, name))),
    );
    assert.deepEqual(other, []);
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});

test('the bill of materials names each part of others once, as NOTICE does', () => {
  const { components } = JSON.parse(sbom());
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
  const named = [...notice.matchAll(/^(\S+ \d+\.\d+\.\S*) \(.+, text \d+.*\)$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    components.map(({ name, version }) => `${name} ${version}`).toSorted(),
    named.toSorted(),
  );
  for (const { name, hashes, purl } of components) {
    assert.match(purl, /^pkg:(cargo|npm)\/\S+@\d/, name);
    assert.match(hashes[0].content, /^[0-9a-f]{64,128}$/, name);
  }
  assert.equal(sbom(), sbom());
});

test('a licence that nobody has decided on is not allowed', () => {
  assert.ok(isAllowed('MIT OR Apache-2.0'));
  for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', ''])
    assert.ok(!isAllowed(license), license);
});
