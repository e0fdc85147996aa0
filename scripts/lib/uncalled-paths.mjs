// Finds the shortest list of paths that names the engine's functions which were not called, and none that was.

/** Functions of a path that have fewer instructions together are not worth a line. */
const FEWEST = 60;

/**
 * The path of a function, as the list of parts has it (engine/wasm/bindgen/src/split.rs), and the one of the type that it
 * is a method of, if that stands in another module.
 */
function pathsOf(name) {
  const bare = name.replace(/::h[0-9a-f]{16}$/, '');
  const type = bare.split('<impl ').slice(1).join('<impl ');
  return [bare.replace(/^_*<*/, ''), ...(type ? [type] : [])];
}

/** The modules that a path lies in, from the outermost below the crate to the innermost, and the path without closures. */
function beginnings(path) {
  const words = path
    .split(/ as |</)[0]
    .replace(/:+$/, '')
    .split('::');
  const modules = words.slice(2).map((_, i) => words.slice(0, i + 3).join('::'));
  return [...modules, path.replace(/(::\{\{closure\}\})+.*$/, '')];
}

/**
 * Returns the paths in order.
 *
 * `functions`: all of them, as { called, size, name }. `listed`: the paths of other parts, which stay there.
 */
export function uncalledPaths(functions, listed) {
  const called = functions.filter((f) => f.called).flatMap((f) => pathsOf(f.name));
  const elsewhere = [...listed].filter((line) => /^\w+::/.test(line));
  const free = new Map();
  const isFree = (path) => {
    if (!free.has(path)) free.set(path, !called.some((other) => other.startsWith(path)));
    return free.get(path);
  };
  const sizes = new Map();
  for (const { name, size } of functions.filter((f) => !f.called)) {
    const paths = pathsOf(name);
    if (!paths[0].startsWith('toastscope_')) continue;
    if (elsewhere.some((line) => paths.some((path) => path.startsWith(line)))) continue;
    const path = beginnings(paths[0]).find(isFree);
    if (path) sizes.set(path, (sizes.get(path) ?? 0) + size);
  }
  const worth = [...sizes].filter(([, size]) => size >= FEWEST);
  return worth.map(([path]) => path).toSorted();
}
