// A zip file: local headers with deflated bytes, then the list of them (APPNOTE.TXT 4.3). Every file bears the same
// date, so that the same files give the same zip.
import { crc32, deflateRawSync } from 'node:zlib';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const NEEDED = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;
/** 1 January 2026, as MS-DOS writes it: seven bits of years since 1980, four of the month, five of the day. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** Numbers of two or four bytes, little-endian. */
function fields(...numbers) {
  const size = numbers.reduce((sum, [bytes]) => sum + bytes, 0);
  const out = Buffer.alloc(size);
  let at = 0;
  for (const [bytes, value] of numbers) at = out.writeUIntLE(value, at, bytes);
  return out;
}

/** What a local header and the list say alike of a file. */
const about = ({ name, crc, packed, size }) => [
  [2, UTF8],
  [2, DEFLATED],
  [2, 0],
  [2, DATE],
  [4, crc],
  [4, packed.length],
  [4, size],
  [2, name.length],
  [2, 0],
];

/** Files `{ name, bytes }` as one zip. */
export function zipOf(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const file of files) {
    const bytes = Buffer.from(file.bytes);
    const packed = deflateRawSync(bytes, { level: 9 });
    const entry = { name: Buffer.from(file.name), crc: crc32(bytes), packed, size: bytes.length };
    const local = Buffer.concat([fields([4, LOCAL], [2, NEEDED], ...about(entry)), entry.name]);
    const rest = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ];
    list.push(fields([4, CENTRAL], [2, NEEDED], [2, NEEDED], ...about(entry), ...rest), entry.name);
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const central = Buffer.concat(list);
  const count = files.length;
  const end = [
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, at],
    [2, 0],
  ];
  return Buffer.concat([...parts, central, fields(...end)]);
}
