// npm run notice: writes NOTICE, which says whose work Toastscope follows and contains: PostgreSQL, the
// crates that are linked into the modules and the command, and the npm packages and fonts that are
// bundled with the page, each with its licence and the copyright lines of its own files. With --check
// it only says whether NOTICE is what it would write.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, output, root } from './lib/run-program.mjs';

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
/** Where a package offers several licences, the first of these is taken. */
const PREFERRED = ['MIT', 'ISC', 'BSD-3-Clause', 'Zlib', 'Apache-2.0'];

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
function bundled() {
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
  return [...found.values()];
}

/** The names of a folder's licence files, the preferred licence first. */
function licenceFiles(folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(un)?licen[cs]e|^copy(ing|right)/i.test(file.name))
    .map(({ name }) => name)
    .sort();
  /** Which of several licence files comes first. */
  const rank = (file) => {
    const at = PREFERRED.findIndex((licence) =>
      file.toUpperCase().includes(`-${licence.split('-')[0].toUpperCase()}`),
    );
    return at < 0 ? PREFERRED.length : at;
  };
  return files.sort((a, b) => rank(a) - rank(b));
}

const COPYRIGHT = /^\W*(portions )?copyright\b.*\d{4}|^\W*(portions )?copyright \(c\) (?!<)\S/i;
/** A text's lines. */
const lines = (text) => text.replaceAll('\r', '').split('\n');

/** The words of a licence without its copyright lines. */
function words(text) {
  const kept = lines(text).filter((line) => !COPYRIGHT.test(line));
  return kept
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The copyright lines of a package, and the licence texts that apply to it. */
function licence({ name, folder, license }) {
  if (!license) fail(`${name} does not say what its licence is.`);
  const texts = licenceFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const copyrights = texts
    .flatMap(lines)
    .filter((line) => COPYRIGHT.test(line) && !/\[yyyy\]|copyright notice/i.test(line))
    .map((line) => line.replace(/^[\s*#/]+/, '').trim());
  // All of them where all of them hold.
  const taken = license.includes(' AND ') ? texts : texts.slice(0, 1);
  return { copyrights: [...new Set(copyrights)], texts: taken };
}

/**
 * The number of a licence text in the list. Texts that differ only in line breaks, punctuation and headings
 * have one number.
 */
function number(whole, texts) {
  const text = words(whole);
  const key = text
    .replace(/\W+/g, ' ')
    .toLowerCase()
    .replace(/^ ?(the )?mit license( mit)? /, '');
  // The words of one package alone stay as they are.
  const known = texts.get(key);
  texts.set(key, known ? { ...known, text } : { number: texts.size + 1, text: whole.trim() });
  return texts.get(key).number;
}

/** A section: the packages with their copyright lines, then each different text of a licence once. */
function section(title, about, packages, texts) {
  const unique = [...new Map(packages.map((p) => [`${p.name} ${p.version}`, p])).values()];
  unique.sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
  const entries = unique.map((found) => {
    const { copyrights, texts: own } = licence(found);
    const which = own.map((text) => `, text ${number(text, texts)}`).join('');
    return [`${found.name} ${found.version} (${found.license}${which})`, ...copyrights].join(
      '\n    ',
    );
  });
  return `${heading(title)}\n\n${about}\n\n${entries.join('\n')}\n`;
}

/** A heading of NOTICE. */
const heading = (title) => `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}`;

/** The whole text of NOTICE. */
function notice() {
  const texts = new Map();
  const crates = LINKED.flatMap(linked);
  const postgresql = readFileSync(join(root, 'scripts', 'lib', 'postgresql-license.txt'), 'utf8');
  const parts = [
    'Toastscope\nCopyright (c) 2026, the Toastscope authors. Its licence is in the file LICENSE.\n\n' +
      'This file names the work of others that it follows or contains. `npm run notice` writes it.\n',
    `${heading('PostgreSQL')}\n\nToastscope is no part of PostgreSQL and contains no file of it. It follows its algorithms, formats,\n` +
      `messages and names, so that what it prints is what PostgreSQL prints. PGlite, which the page loads to be compared\n` +
      `with when a reader asks for it, is PostgreSQL itself, compiled to WebAssembly.\n\n${postgresql}`,
    section('Rust crates', 'Linked into the WebAssembly modules or the command.', crates, texts),
    section('npm packages and fonts', 'Bundled with the page.', bundled(), texts),
    `${heading('Texts of the licences')}\n\nThose of several packages without copyright lines, which stand above with each package.\n`,
    ...[...texts.values()].map(
      ({ number, text }) => `${'-'.repeat(78)}\nText ${number}\n\n${text}\n`,
    ),
  ];
  return parts.join('\n');
}

const file = join(root, 'NOTICE');
const wanted = notice();
if (!process.argv.includes('--check')) writeFileSync(file, wanted);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  fail('NOTICE does not name what is linked and bundled now: run "npm run notice".');
}
