// Kinds of data that machines write: programs, pictures of scanners, and pictures that are compressed already.
import type { Random } from './random';

/** The opcodes of frequent x86-64 instructions; how many bytes follow differs. */
const OPCODES = [
  ...[[0x48, 0x89], [0x48, 0x8b], [0x48, 0x8d], [0xe8], [0x0f, 0x84], [0x74], [0x75], [0xeb]],
  ...[[0x31, 0xc0], [0x85, 0xc0], [0x48, 0x83, 0xc4], [0xc3], [0x55], [0x41, 0x54], [0xff, 0x25]],
];
/** Bytes of an operand, by how often: none, one, four of which the upper ones are mostly 0 or 255. */
const OPERANDS = [0, 0, 1, 1, 1, 4];

/** The bytes of a random machine instruction. */
function instruction(random: Random): number[] {
  const size = random.of(OPERANDS);
  const [low, high] = [random.below(256), random.below(64)];
  const sign = random.share() < 0.3 ? 0xff : 0;
  const operand =
    size === 0 ? [] : size === 1 ? [random.of([0x24, 0x45, 0xc7, low])] : [low, high, sign, sign];
  return [...random.of(OPCODES), ...operand];
}

/** Bytes of one section of an executable: code, a table of addresses, or padding. */
function section(random: Random): number[] {
  const kind = random.share();
  if (kind < 0.7) return Array.from({ length: 40 }, () => instruction(random)).flat();
  if (kind < 0.9) {
    let address = 0x400000 + random.below(0x100000);
    return Array.from({ length: 24 }, () => {
      address += 16 * (1 + random.below(20));
      return [address & 0xff, (address >> 8) & 0xff, address >> 16, 0, 0, 0, 0, 0];
    }).flat();
  }
  return Array.from({ length: 16 + random.below(160) }, () => 0);
}

/** The bytes of an executable. */
export const executable = (random: Random) => Uint8Array.from(section(random));

/** A 16-bit number, the low byte first. */
const word = (value: number) => [value & 0xff, value >> 8];

/** Bytes of a line of a magnetic-resonance picture: 12 bits a point, black around the body, some noise inside. */
export function resonance(random: Random): Uint8Array {
  const [width, edge] = [256, 40 + random.below(40)];
  let value = 200;
  const line = Array.from({ length: width }, (_, x) => {
    if (x < edge || x >= width - edge) return word(random.share() < 0.9 ? 0 : random.below(4));
    value = Math.max(0, Math.min(1000, value + random.below(13) - 6));
    return word(value);
  });
  return Uint8Array.from(line.flat());
}

/** Bytes of a line of an X-ray picture: 12 noisy bits a point. */
export function xray(random: Random): Uint8Array {
  let value = 1500 + random.below(1000);
  const line = Array.from({ length: 256 }, () => {
    value = Math.max(0, Math.min(4095, value + random.below(129) - 64));
    return word(value);
  });
  return Uint8Array.from(line.flat());
}

/** Bytes of a JPEG: the output of its entropy coder looks like noise, with a 0 after each 255. */
export const image = (random: Random) =>
  Uint8Array.from(
    Array.from({ length: 512 }, () => random.below(256)).flatMap((byte) =>
      byte === 0xff ? [byte, 0] : [byte],
    ),
  );
