// Makes what needs no server: the page as one file that opens from disk, and a zip for a USB stick with that file and
// the picture of each lesson's step.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-program.mjs';
import { zipOf } from './zip.mjs';

export const folder = join(root, 'target', 'offline');
export const single = join(folder, 'toastscope.html');
export const workshop = join(folder, 'workshop.html');
export const zipped = join(folder, 'toastscope.zip');

const READ_ME = `Toastscope: what PostgreSQL does with a value that is too big for a page.

Open toastscope.html in a browser: a double click does it. It needs no network, no server and nothing installed.
workshop.html has courses made of its lessons, with exercises, a handout and a page for the teacher.
The folder "pictures" has what each step of each lesson rests on, for slides and paper: SVG, on light and on dark.
NOTICE.txt says whose work is in it.
`;

/** Writes the one-file page and the zip for a USB stick. */
export async function buildOffline() {
  const { singleFile } = await import('../../web/single.mjs');
  mkdirSync(folder, { recursive: true });
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
  const html = await singleFile('index.html', notice);
  const courses = await singleFile('workshop.html', notice);
  writeFileSync(single, html);
  writeFileSync(workshop, courses);
  const recorded = join(root, 'target', 'beside', 'recorded');
  const pictures = readdirSync(recorded, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.svg'))
    .toSorted()
    .map((name) => ({ name: `pictures/${name}`, bytes: readFileSync(join(recorded, name)) }));
  const files = [
    { name: 'toastscope.html', bytes: html },
    { name: 'workshop.html', bytes: courses },
    { name: 'READ ME.txt', bytes: READ_ME },
    { name: 'NOTICE.txt', bytes: notice },
    ...pictures,
  ];
  writeFileSync(zipped, zipOf(files.map((f) => ({ ...f, name: `toastscope/${f.name}` }))));
}
