// Sets up all that the page's build needs: tools, npm packages, the WebAssembly target, the module and its bindings.
// What is up to date is left as it is.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nameByLikeness } from './like-functions.mjs';
import { fail, has, output, root, run } from './run-program.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const TARGET = 'wasm32-unknown-unknown';

/** Checks that Node.js and rustup are installed, in versions that are new enough. */
function checkTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Node.js 20.19 or newer is needed, this is ${process.versions.node}: get it from nodejs.org.`,
    );
  }
  if (!has('cargo') || !has('rustup')) {
    fail('Rust is needed and rustup was not found: get it from rustup.rs.');
  }
}

/** Installs the Rust toolchain that rust-toolchain.toml pins, and its WebAssembly target, unless they are there. */
function setUpRust() {
  const channel = /channel = "(.+)"/.exec(
    readFileSync(join(root, 'rust-toolchain.toml'), 'utf8'),
  )[1];
  const installed = output('rustup', ['target', 'list', '--installed', '--toolchain', channel]);
  if (installed.split('\n').includes(TARGET)) return;
  console.log(`Rust ${channel} with ${TARGET} …`);
  run('rustup', ['toolchain', 'install', channel, '--profile', 'minimal', '--no-self-update']);
  run('rustup', ['component', 'add', 'rustfmt', 'clippy', '--toolchain', channel]);
  run('rustup', ['target', 'add', TARGET, '--toolchain', channel]);
}

/** Installs the npm packages that package-lock.json pins, unless they are installed. */
function setUpPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const mark = join(root, 'node_modules', '.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  console.log('npm packages …');
  run(npm, ['ci', '--no-audit', '--no-fund']);
  writeFileSync(mark, wanted);
}

/**
 * The modules: their crate, the name of their bindings, who loads them, the files that list what
 * comes in modules of its own at the first call, and where the structs that cross to the page are declared.
 */
export const MODULES = [
  {
    crate: 'toastscope-wasm',
    name: 'toastscope',
    targets: ['web', 'node'],
    later: ['engine/wasm/later.txt', 'engine/wasm/rare.txt'],
    sources: ['engine/storage/src', 'engine/client/src', 'engine/tape/src', 'engine/wasm/src'],
  },
  { crate: 'toastscope-archive-wasm', name: 'archive', targets: ['web'], later: [], sources: [] },
  { crate: 'toastscope-advise-wasm', name: 'advise', targets: ['web'], later: [], sources: [] },
];

/** While working on the page: TOASTSCOPE_WASM_PROFILE=tool builds in a moment, and runs slowly. */
const PROFILE = process.env.TOASTSCOPE_WASM_PROFILE ?? 'wasm';

/** The path of a crate's module, as the linker writes it. */
export const linked = (crate) =>
  join(root, 'target', TARGET, PROFILE, `${crate.replaceAll('-', '_')}.wasm`);

/** The tool that writes the bindings and cuts the modules. */
const BINDGEN = 'engine/wasm/bindgen/src';

/**
 * The hash of all that a module's bindings are made of: the module, the sources of its types and of the tool, and
 * the passes that shrink it.
 */
function stamp(module, later, sources) {
  const hash = createHash('sha256').update(readFileSync(module));
  hash.update([...FEATURES, ...PASSES, ...IN_ORDER].join(' ')).update(readFileSync(ORDER));
  for (const file of later) hash.update(readFileSync(join(root, file)));
  for (const source of [...sources, BINDGEN]) {
    const files = readdirSync(join(root, source), { recursive: true }).sort();
    for (const file of files.filter((file) => file.endsWith('.rs'))) {
      hash.update(readFileSync(join(root, source, file)));
    }
  }
  return hash.digest('hex');
}

/**
 * Passes of Binaryen that make the compressed module smaller. Locals numbered by how often they are used compress
 * better, which removes nothing. Constants written where a local was read make the module larger and compress better
 * too.
 */
const PASSES = [
  ...['--duplicate-function-elimination', '--remove-unused-brs', '--dce', '--rse'],
  ...['--optimize-instructions', '--merge-blocks', '--vacuum'],
  ...['--precompute-propagate', '--optimize-instructions', '--vacuum', '--remove-unused-names'],
  ...['--dae-optimizing', '--pick-load-signs', '--rse', '--vacuum'],
  ...['--reorder-locals', '--strip-target-features', '--strip-producers'],
];

/** The passes that put functions in the order of the names that [`nameByLikeness`] gives them. */
const IN_ORDER = ['--reorder-functions-by-name', '--strip-target-features', '--strip-producers'];
/** The file that makes this order. */
const ORDER = join(root, 'scripts', 'lib', 'like-functions.mjs');

/** What the compiler uses of WebAssembly, and every browser since 2023 has: Binaryen may write nothing newer. */
const FEATURES = [
  ...['simd', 'bulk-memory', 'bulk-memory-opt', 'sign-ext', 'mutable-globals'],
  ...['nontrapping-float-to-int', 'reference-types', 'multivalue'],
].map((feature) => `--enable-${feature}`);

/**
 * Shrinks a module in place, and removes the names of its functions, a tenth of its size (panics print their
 * own position). `TOASTSCOPE_NAMES=1` keeps the names, for profiles. `done` has earlier results by the hash of
 * the module.
 */
function shrink(file, done) {
  if (!existsSync(file)) return;
  const before = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (!done.has(before)) {
    const tool = join(root, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
    const optimize = (...passes) =>
      run(process.execPath, [tool, file, ...FEATURES, ...passes, '-o', file]);
    if (process.env.TOASTSCOPE_NAMES) optimize(...PASSES, '-g');
    else {
      optimize(...PASSES);
      writeFileSync(file, nameByLikeness(readFileSync(file)));
      optimize(...IN_ORDER);
    }
    done.set(before, readFileSync(file));
  }
  writeFileSync(file, done.get(before));
}

/** Whether a file is a module by this name, or a part that was cut from it. */
const isPart = (file, name) => file.startsWith(`${name}_`) && file.endsWith('.wasm');

/** Builds the engine, the archive lab's compressors and the advisor as WebAssembly; bindings for page and Node.js. */
export function buildModules() {
  console.log('The engine as WebAssembly …');
  const crates = MODULES.flatMap(({ crate }) => ['-p', crate]);
  run('cargo', ['build', '--profile', PROFILE, '--target', TARGET, ...crates]);
  const folders = {
    web: join(root, 'web', 'src', 'engine', 'generated'),
    node: join(root, 'target', 'node'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  for (const { crate, name, targets, later, sources } of MODULES) {
    const module = linked(crate);
    const wanted = stamp(module, later, sources);
    const mark = join(folders.node, `.built-${name}`);
    const made = targets.every((target) => existsSync(join(folders[target], `${name}.js`)));
    if (made && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) continue;
    const shrunk = new Map();
    for (const target of targets) {
      const tool = ['run', '--quiet', '--profile', 'tool', '-p', 'toastscope-bindgen', '--'];
      const cut = later.length > 0 ? ['--later', later.join(',')] : [];
      run('cargo', [...tool, module, folders[target], target, name, ...cut, ...sources]);
      for (const file of readdirSync(folders[target]).filter((file) => isPart(file, name)))
        shrink(join(folders[target], file), shrunk);
    }
    writeFileSync(mark, wanted);
  }
  writeFileSync(join(folders.node, 'package.json'), '{ "type": "commonjs" }\n');
  writeConstants(join(folders.node, 'toastscope.js'), join(folders.web, 'constants.ts'));
}

/**
 * Writes PostgreSQL's limits, as the engine has them, into a file for the page, which shows them before an
 * engine is loaded.
 */
function writeConstants(bindings, file) {
  const { constants } = createRequire(import.meta.url)(bindings);
  const text = [
    '// Made from what the engine answers: see `engine/wasm/src/constants.rs`.',
    "import type { Constants } from './toastscope.js';",
    '',
    `export const constants: Constants = ${JSON.stringify(constants(), null, 2)};`,
    '',
  ].join('\n');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** Sets up everything except the modules. */
export function setUpTools() {
  checkTools();
  setUpRust();
  setUpPackages();
}

/** Checks and installs the tools, then builds the modules and their bindings. */
export function setUp() {
  setUpTools();
  buildModules();
}
