// The software bill of materials of what is published, in the form CycloneDX: each crate and npm package of others, with its
// version, its licence, and where the lock files have it the hash of what was fetched. Two builds of a tree give the
// same bytes: there is no moment and no random number in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, crates } from './dependencies.mjs';
import { root } from './run-program.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');

/** The SHA-256 of each crate, by name and version, from Cargo.lock. */
function crateHashes() {
  const each = /name = "(.+)"\nversion = "(.+)"\nsource = .*\nchecksum = "([0-9a-f]{64})"/g;
  return new Map(
    [...read('Cargo.lock').matchAll(each)].map(([, name, version, hash]) => [
      `${name} ${version}`,
      hash,
    ]),
  );
}

/** The SHA-512 of each npm package, by name and version, in hexadecimal, from package-lock.json. */
function packageHashes() {
  const found = Object.entries(JSON.parse(read('package-lock.json')).packages).flatMap(
    ([place, { version, integrity }]) => {
      const [, hash] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return hash ? [[`${name} ${version}`, Buffer.from(hash, 'base64').toString('hex')]] : [];
    },
  );
  return new Map(found);
}

/** A part of the list. `kind` is cargo or npm. */
function component({ name, version, license }, kind, alg, hash) {
  const purl = `pkg:${kind}/${name.replace('@', '%40')}@${version}`;
  return {
    ...{ type: 'library', 'bom-ref': purl, name, version, purl },
    licenses: [{ expression: license.replaceAll('/', ' OR ') }],
    ...(hash ? { hashes: [{ alg, content: hash }] } : {}),
  };
}

/** The whole list, as JSON. */
export function sbom() {
  const [ofCrates, ofPackages] = [crateHashes(), packageHashes()];
  const key = ({ name, version }) => `${name} ${version}`;
  const { name, version } = JSON.parse(read('package.json'));
  const components = [
    ...crates().map((one) => component(one, 'cargo', 'SHA-256', ofCrates.get(key(one)))),
    ...bundled().map((one) => component(one, 'npm', 'SHA-512', ofPackages.get(key(one)))),
  ];
  const metadata = { component: { type: 'application', name, version } };
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 2)}\n`;
}
