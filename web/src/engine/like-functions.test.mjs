// The order in which a module's functions are written: like beside like, and the module still does the same.
import { expect, test } from 'vitest';
import { nameByLikeness } from '../../../scripts/lib/like-functions.mjs';

/** The bytes of an instruction sequence that adds these numbers to 0. */
const adding = (numbers) => numbers.flatMap((number) => [0x41, number, 0x6a]);

/** A module that imports one function and a memory, and has one function without arguments for each list of numbers. */
function moduleOf(lists) {
  const section = (id, bytes) => [id, bytes.length, ...bytes];
  const bodies = lists.map((numbers) => [0, 0x41, 0, ...adding(numbers), 0x0b]);
  const count = lists.length;
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...section(2, [2, 1, 0x65, 1, 0x66, 0, 0, 1, 0x65, 1, 0x6d, 2, 1, 1, 2]),
    ...section(3, [count, ...lists.map(() => 0)]),
    ...section(7, [1, 1, 0x61, 0, 1]),
    ...section(10, [count, ...bodies.flatMap((body) => [body.length, ...body])]),
  ]);
}

/** The places of the functions by their numbers, as the names that were appended say. */
function places(module) {
  const [names] = WebAssembly.Module.customSections(new WebAssembly.Module(module), 'name');
  const bytes = new Uint8Array(names);
  const found = {};
  for (let at = 3; at < bytes.length; at += 2 + bytes[at + 1]) {
    const name = String.fromCharCode(...bytes.subarray(at + 2, at + 2 + bytes[at + 1]));
    found[bytes[at]] = Number(name);
  }
  return found;
}

test('a function stands beside the one that is most like it', () => {
  const like = [1, 2, 3, 4, 5, 6];
  const other = [41, 42, 43, 44, 45, 46];
  const found = places(nameByLikeness(moduleOf([like, other, [...like, 7], [...other, 47]])));
  // The imported function is number 0.
  expect(Object.keys(found)).toEqual(['1', '2', '3', '4']);
  expect(new Set(Object.values(found))).toEqual(new Set([0, 1, 2, 3]));
  expect(Math.abs(found[1] - found[3])).toBe(1);
  expect(Math.abs(found[2] - found[4])).toBe(1);
});

test('names change nothing else', () => {
  const module = moduleOf([[1, 2], [3]]);
  const named = nameByLikeness(module);
  expect(named.subarray(0, module.length)).toEqual(module);
  const made = new WebAssembly.Instance(new WebAssembly.Module(named), {
    e: { f: () => 0, m: new WebAssembly.Memory({ initial: 1, maximum: 2 }) },
  });
  expect(made.exports.a()).toBe(3);
});
