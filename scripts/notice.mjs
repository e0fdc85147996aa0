// npm run notice: writes NOTICE, which says whose work Toastscope follows and contains: PostgreSQL, the
// crates that are linked into the modules and the command, and the npm packages and fonts that are
// bundled with the page, each with its licence and the copyright lines of its own files. With --check
// it only says whether NOTICE is what it would write.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, crates, isAllowed } from './lib/dependencies.mjs';
import { fail, root } from './lib/run-program.mjs';

/** Where a package offers several licences, the first of these is taken. */
const PREFERRED = ['MIT', 'ISC', 'BSD-3-Clause', 'Zlib', 'Apache-2.0'];

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
  if (!isAllowed(license))
    fail(`${name} is under ${license}, which scripts/lib/dependencies.mjs does not allow.`);
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
  const entries = packages.map((found) => {
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
  const postgresql = readFileSync(join(root, 'scripts', 'lib', 'postgresql-license.txt'), 'utf8');
  const parts = [
    'Toastscope\nCopyright (c) 2026, the Toastscope authors. Its licence is in the file LICENSE.\n\n' +
      'This file names the work of others that it follows or contains. `npm run notice` writes it.\n',
    `${heading('PostgreSQL')}\n\nToastscope is no part of PostgreSQL and contains no file of it. It follows its algorithms, formats,\n` +
      `messages and names, so that what it prints is what PostgreSQL prints. PGlite, which the page loads to be compared\n` +
      `with when a reader asks for it, is PostgreSQL itself, compiled to WebAssembly.\n\n${postgresql}`,
    section('Rust crates', 'Linked into the WebAssembly modules or the command.', crates(), texts),
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
