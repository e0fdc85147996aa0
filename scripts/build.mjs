// npm run build: builds all that is published, and prints how large it is. The page for a server is in web/dist, with
// its modules compressed, and `sbom.cdx.json` lists what of others is in it; the page as one file and a zip for a USB
// stick are in target/offline; the npm package is in web/package/dist.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { compressModules } from './lib/compress.mjs';
import { buildOffline, single, workshop, zipped } from './lib/offline.mjs';
import { buildPackage, packed } from './lib/package.mjs';
import { buildRecorded } from './lib/recorded.mjs';
import { root, run } from './lib/run-program.mjs';
import { sbom } from './lib/sbom.mjs';
import { setUp } from './lib/setup.mjs';
import { printTable } from './lib/parallel-steps.mjs';

const dist = join(root, 'web', 'dist');

setUp();
await buildRecorded();
run('npm', ['run', 'build', '-w', 'web', '--silent']);
writeFileSync(join(dist, 'sbom.cdx.json'), sbom());
await compressModules(dist);
await buildOffline();
await buildPackage();

/** A size as text. */
const kB = (bytes) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
/** The size of a file. */
const sizeOf = (path) => statSync(path).size;
/** The bytes that a server sends for a file: compressed by gzip, unless its format is compressed already. */
function sent(path) {
  if (/\.(woff2|tape|zip|tgz|br|gz)$/.test(path)) return sizeOf(path);
  const beside = `${path}.br`;
  if (statSync(beside, { throwIfNoEntry: false })) return sizeOf(beside);
  // Quickly: this is only told.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return brotliCompressSync(readFileSync(path), { params }).length;
}
/** All files below a folder, without the compressed ones. */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !/\.(br|gz)$/.test(path));

const shared = filesOf(dist).filter((path) => !relative(dist, path).startsWith('recorded'));
const recorded = filesOf(join(dist, 'recorded'));
const listed = [
  ['web/dist, to be served', shared],
  ['web/dist/recorded: steps to be played', recorded.filter((path) => path.endsWith('.tape'))],
  ['web/dist/recorded: posters', recorded.filter((path) => path.endsWith('.svg'))],
  ['target/offline/toastscope.html, one file', [single]],
  ['target/offline/workshop.html, one file', [workshop]],
  ['target/offline/toastscope.zip, for a USB stick', [zipped]],
  [`${relative(root, packed())}, the npm package`, [packed()]],
];
console.log();
printTable(
  ['what', 'files', 'on disk', 'as sent', ''],
  listed.map(([what, paths]) => [
    what,
    String(paths.length),
    kB(paths.reduce((sum, path) => sum + sizeOf(path), 0)),
    kB(paths.reduce((sum, path) => sum + sent(path), 0)),
    '',
  ]),
);
