// Numbers as people read them.

const grouped = new Intl.NumberFormat('en-US');

/** A number with commas between thousands: 11452 is `11,452`. */
export const count = (n: number) => grouped.format(n);

/** A count with its noun: `1 page`, `1,532 pages`. */
export const plural = (n: number, one: string, many = `${one}s`) =>
  `${count(n)} ${n === 1 ? one : many}`;

/** A size: bytes in full below 10 kB, then rounded as pg_size_pretty does; 57344 is `56 kB`. */
export function size(bytes: number): string {
  if (bytes < 10 * 1024) return plural(bytes, 'byte');
  let value = bytes / 1024;
  for (const unit of ['kB', 'MB', 'GB']) {
    if (value < 10 * 1024 || unit === 'GB') return `${count(Math.round(value))} ${unit}`;
    value /= 1024;
  }
  return count(bytes);
}

/** A share in per cent: 0.0115 is `1.2 %`; whole numbers from 10 % on. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

/** An LSN as the server prints it: `0/2000A78`. */
export const lsnText = (lsn: number) =>
  `${Math.floor(lsn / 2 ** 32)
    .toString(16)
    .toUpperCase()}/${(lsn % 2 ** 32).toString(16).toUpperCase()}`;

/** A byte as two hexadecimal digits. */
export const hex = (byte: number) => byte.toString(16).padStart(2, '0');
