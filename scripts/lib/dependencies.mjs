// What is linked into the modules and the command, and bundled with the page: the crates and npm packages of others, with
// their licences.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, output, root } from './run-program.mjs';

/**
 * The licences that what is published may be under, as packages state them. Who adds a package under another one decides
 * that first, and writes it here.
 */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-3-Clause',
  'Zlib',
  'Apache-2.0',
  'OFL-1.1',
  'bzip2-1.0.6',
  'MIT OR Apache-2.0',
  'Apache-2.0 OR MIT',
  'MIT/Apache-2.0',
  'MIT OR Zlib OR Apache-2.0',
  '0BSD OR MIT OR Apache-2.0',
  'Apache-2.0 OR BSL-1.0',
  'Unlicense OR MIT',
  'Unlicense/MIT',
  '(MIT OR Apache-2.0) AND Unicode-3.0',
]);

/** What is linked, and for which target; the command as it is built on Linux. */
const LINKED = [
  {
    target: 'wasm32-unknown-unknown',
    crates: ['toastscope-wasm', 'toastscope-archive-wasm', 'toastscope-advise-wasm'],
  },
  { target: 'x86_64-unknown-linux-gnu', crates: ['toastscope-cli'] },
];
/** Bundled besides the page's dependencies: what components compiled by Svelte call. */
const SVELTE = ['svelte', 'clsx', 'esm-env'];

/** The packages that crates link for a target, without those of build scripts and macros. */
function linked({ target, crates }) {
  const text = output('cargo', ['metadata', '--format-version=1', `--filter-platform=${target}`], {
    maxBuffer: 1 << 28,
  });
  if (!text) fail('cargo metadata failed: the crates could not be listed.');
  const { packages, resolve } = JSON.parse(text);
  const byId = new Map(packages.map((found) => [found.id, found]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set();
  /** Notes a crate and those it depends on, without procedural macros. */
  const visit = (id) => {
    const macro = byId.get(id).targets.some(({ kind }) => kind.includes('proc-macro'));
    if (macro || seen.has(id)) return;
    seen.add(id);
    for (const dependency of nodes.get(id).deps) {
      if (dependency.dep_kinds.some(({ kind }) => kind === null)) visit(dependency.pkg);
    }
  };
  for (const { id, name } of packages) if (crates.includes(name)) visit(id);
  return [...seen]
    .map((id) => byId.get(id))
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      license,
      folder: dirname(manifest_path),
    }));
}

/** The npm packages that the page's bundle contains. */
export function bundled() {
  /** The package.json of a folder. */
  const json = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  /** The folder that a package is imported from. */
  const place = (name, from) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const here = join(folder, 'node_modules', name);
      if (existsSync(here)) return here;
      if (folder === dirname(folder)) fail(`${name} is not installed: run npm ci.`);
    }
  };
  const found = new Map();
  /** Notes a package and those it depends on. */
  const visit = (name, from, along = true) => {
    const folder = place(name, from);
    if (found.has(folder)) return;
    const { version, license, dependencies = {} } = json(folder);
    found.set(folder, { name, version, license, folder });
    if (along) for (const other of Object.keys(dependencies)) visit(other, folder);
  };
  const web = join(root, 'web');
  for (const name of Object.keys(json(web).dependencies)) visit(name, web);
  for (const name of SVELTE) visit(name, web, false);
  return unique([...found.values()]);
}

/** The crates that are linked into the modules and the command. */
export const crates = () => unique(LINKED.flatMap(linked));

/** Packages, each version once, in the order of their names. */
const unique = (packages) =>
  [...new Map(packages.map((p) => [`${p.name} ${p.version}`, p])).values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );

/** Whether what is published may be under a licence. */
export const isAllowed = (license) => ALLOWED.has(license);
