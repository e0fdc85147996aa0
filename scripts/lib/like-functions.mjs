// Which order of a WebAssembly module's functions compresses best: each is followed by the one most like it and those
// before it.
//
// A compressor writes what it has seen as a distance and a length, and its guess of what comes next is made of what came
// just before. The compiler makes many copies of one generic function, and they stand far apart: put together, they
// take 15 kB less of 870. Brotli has no means to do this itself, and Binaryen orders functions by name or by use only.

/** Two functions are alike by the stretches of this many bytes that are in both. */
const STRETCH = 5;
/** A stretch that more functions have tells nothing of them, and takes most of the time. */
const COMMON = 1000;
/** How much the functions before the last one still count: half, a quarter, and so on. */
const MEMORY = 0.5;
/** Added to the number of a function's stretches: two that share their few bytes by chance are not alike. */
const CHANCE = 3;

/** Reads a module's numbers (LEB128) and sections one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
      shift += 7;
    }
  }

  /** As many bytes as the number before them says. */
  block() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** A module's sections: their numbers and bytes. */
function* sections(module) {
  const reader = new Reader(module, 8);
  while (reader.at < module.length) {
    const id = module[reader.at++];
    yield { id, bytes: reader.block() };
  }
}

/** How many functions a module imports: their numbers come before those of its own. */
function importedFunctions(bytes) {
  const reader = new Reader(bytes);
  let functions = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.block();
    reader.block();
    const kind = bytes[reader.at++];
    if (kind === 0) functions += 1;
    // The type of what is imported: of a table, of a global, or none; then the limits of a table or a memory.
    if (kind === 1 || kind === 3) reader.at += 1;
    if (kind === 0 || kind === 3) reader.number();
    else {
      const hasMost = reader.number() & 1;
      for (let limit = 0; limit <= hasMost; limit += 1) reader.number();
    }
  }
  return functions;
}

/** The bodies of a module's functions, and how many functions it imports. */
function functions(module) {
  const [bodies, types] = [[], []];
  let imported = 0;
  for (const { id, bytes } of sections(module)) {
    const reader = new Reader(bytes);
    if (id === 2) imported = importedFunctions(bytes);
    if (id === 3) for (let left = reader.number(); left > 0; left -= 1) types.push(reader.number());
    if (id === 10)
      for (let left = reader.number(); left > 0; left -= 1) bodies.push(reader.block());
  }
  return { bodies, types, imported };
}

/** The different stretches of each body, as numbers from 0, and how many bodies have each. */
function stretchesOf(bodies) {
  const numbers = new Map();
  const had = [];
  const of = bodies.map((body) => {
    const own = new Set();
    for (let at = 0; at + STRETCH <= body.length; at += 1) {
      let value = 0;
      for (let byte = 0; byte < STRETCH; byte += 1) value = value * 256 + body[at + byte];
      let number = numbers.get(value);
      if (number === undefined) numbers.set(value, (number = numbers.size));
      own.add(number);
    }
    for (const number of own) had[number] = (had[number] ?? 0) + 1;
    return Uint32Array.from(own);
  });
  return { of, had };
}

/** The numbers of the bodies, in the order in which they compress best. */
function likeAfterLike(bodies, types) {
  const { of, had } = stretchesOf(bodies);
  const tells = (stretch) => had[stretch] > 1 && had[stretch] <= COMMON;
  const having = new Map();
  of.forEach((stretches, body) => {
    for (const stretch of stretches.filter(tells)) {
      if (!having.has(stretch)) having.set(stretch, []);
      having.get(stretch).push(body);
    }
  });
  const size = Float64Array.from(of, (stretches) => Math.sqrt(stretches.length + CHANCE));
  const byStart = [...bodies.keys()].sort(
    (a, b) => types[a] - types[b] || Buffer.compare(bodies[a], bodies[b]) || a - b,
  );
  const shared = new Float64Array(bodies.length);
  const left = new Set(byStart);
  const order = [];
  while (left.size > 0) {
    let next = -1;
    for (const body of left) {
      shared[body] *= MEMORY;
      if (
        shared[body] > 0.05 &&
        (next < 0 || shared[body] / size[body] > shared[next] / size[next])
      )
        next = body;
    }
    if (next < 0) [next] = left;
    left.delete(next);
    order.push(next);
    for (const stretch of of[next]) for (const body of having.get(stretch) ?? []) shared[body] += 1;
  }
  return order;
}

/** A number as WebAssembly writes it. */
function written(number) {
  const bytes = [];
  for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
  return [...bytes, number];
}

/** A block: its length, then its bytes. */
const block = (bytes) => [...written(bytes.length), ...bytes];

/**
 * A module without names, with names that sort its functions in the order in which they compress best. What writes it
 * again in the order of the names makes the smaller module.
 */
export function nameByLikeness(module) {
  const { bodies, types, imported } = functions(module);
  const places = new Uint32Array(bodies.length);
  likeAfterLike(bodies, types).forEach((body, place) => (places[body] = place));
  const width = String(bodies.length).length;
  const name = (place) => block(Buffer.from(String(place).padStart(width, '0')));
  const names = [...places].flatMap((place, body) => [...written(imported + body), ...name(place)]);
  const list = [1, ...block([...written(bodies.length), ...names])];
  const section = [0, ...block([...block(Buffer.from('name')), ...list])];
  return Buffer.concat([module, Buffer.from(section)]);
}
