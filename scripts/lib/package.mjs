// Makes the npm package: the element, its client and the engine with their types, and the frame's page with all that it
// loads. It is made from what was built for web/dist, into web/package/dist, and packed into target/package.
import {
  cpSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { OF_PGLITE } from '../../web/release.mjs';
import { propsDeclared } from './embed-props.mjs';
import { output, root, run } from './run-program.mjs';

const folder = join(root, 'web', 'package');
const dist = join(folder, 'dist');
const page = join(root, 'web', 'dist');
const into = join(root, 'target', 'package');

/** What only a page of its own has: the service worker and the rules for its host; what a server compresses anew. */
const LEFT_OUT = /(^|\/)(_headers|offline\.js|manifest\.webmanifest)$|\.(br|gz)$/;
/** Whether a built file goes into the package: none of PGlite's does, which is larger than all the others. */
const isPacked = (path) => !LEFT_OUT.test(path) && !OF_PGLITE.test(path);

/** The path of the packed package. */
export const packed = () =>
  join(
    into,
    `toastscope-${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}.tgz`,
  );

/** Builds one module with everything that it imports. */
async function bundle(entry, name, node = false) {
  const { build } = await import('vite');
  await build({
    root: join(root, 'web'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      outDir: join(dist, name, '..'),
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(root, 'web', entry),
        formats: ['es'],
        fileName: () => name.split('/').at(-1),
      },
      rolldownOptions: { external: node ? [/^node:/] : [] },
    },
  });
}

/** Copies the engine's modules, and its bindings for Node.js and browsers. */
function copyEngine() {
  const [made, node] = [join(root, 'web/src/engine/generated'), join(root, 'target/node')];
  const engine = join(dist, 'engine');
  const modules = readdirSync(made).filter((name) => /^toastscope_\w+\.wasm$/.test(name));
  for (const name of ['toastscope.js', ...modules])
    copyFileSync(join(made, name), join(engine, name));
  copyFileSync(join(node, 'toastscope.js'), join(engine, 'toastscope.cjs'));
}

/**
 * What the components for documentation tools are made of: the embed as HTML, the words of all lessons for servers and none
 * for browsers, and their properties as types.
 */
async function writeComponents() {
  const components = join(dist, 'components');
  await bundle('src/element/markup.ts', 'components/markup.js');
  const { LESSONS } = await import(join(components, 'markup.js'));
  const [{ runnerImport }, { lessonWords }] = await Promise.all([
    import('vite'),
    import('../../web/plain.mjs'),
  ]);
  /** Loads a module of the page. */
  const read = async (name) =>
    (await runnerImport(join(root, 'web', 'src', name), { configFile: false })).module;
  const list = (await read('lessons/list.ts')).LESSONS;
  const stepsOf = await lessonWords(LESSONS);
  const words = Object.fromEntries(
    list.map(({ id }) => [
      id,
      stepsOf(id).map(({ title, before, after }) => [title, `${before}\n${after}`]),
    ]),
  );
  /** A module that exports a value. */
  const exported = (what) => `export default ${JSON.stringify(what)};\n`;
  writeFileSync(join(components, 'words.js'), exported(words));
  writeFileSync(join(components, 'no-words.js'), exported({}));
  writeFileSync(
    join(components, 'props.d.ts'),
    propsDeclared((await read('element/params.ts')).PARAMS),
  );
}

/** Writes the type declarations: TypeScript makes those of the sources, the bindings come with theirs. */
function writeTypes() {
  run('npx', ['tsc', '-p', 'web/package/tsconfig.json']);
  // Node.js wants the endings that a bundler does without.
  for (const name of readdirSync(join(dist, 'types'), { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(dist, 'types', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/(from '\.[^']*?)(\.js)?'/g, "$1.js'"));
  }
  const types = join(dist, 'types', 'src', 'engine', 'generated');
  mkdirSync(types, { recursive: true });
  copyFileSync(
    join(root, 'web/src/engine/generated/toastscope.d.ts'),
    join(types, 'toastscope.d.ts'),
  );
}

/** Makes the package and packs it. */
export async function buildPackage() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, 'engine'), { recursive: true });
  cpSync(page, join(dist, 'frame'), {
    recursive: true,
    filter: (path) => isPacked(path.replaceAll('\\', '/')),
  });
  // Scripts that stand beside the page, such as the element, go into the package by themselves too.
  for (const name of readdirSync(page).filter((one) => /\.js$/.test(one) && !LEFT_OUT.test(one)))
    copyFileSync(join(page, name), join(dist, name));
  await bundle('src/element/element.ts', 'index.js');
  await bundle('package/src/node.ts', 'engine/node.js', true);
  await bundle('package/src/browser.ts', 'engine/browser.js');
  await writeComponents();
  copyEngine();
  writeTypes();
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(folder, name));
  mkdirSync(into, { recursive: true });
  const listed = output('npm', ['pack', '--json', '--silent', '--pack-destination', into], {
    cwd: folder,
  });
  if (!listed) throw new Error('npm could not pack web/package.');
  writeFileSync(join(into, 'packed.json'), listed);
}
