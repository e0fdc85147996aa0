// Writes rows in COPY's text format: a row is a line, values stand between tabs, `\N` is NULL.

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A row as a line of COPY, without the newline. */
export const copyLine = (values: readonly (string | null)[]): string =>
  values
    .map((value) => (value === null ? '\\N' : value.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!)))
    .join('\t');

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes as bytea's output prints them, `\x01ff`. */
export function hexOf(bytes: Uint8Array): string {
  const parts = new Array<string>(bytes.length);
  for (let i = 0; i < bytes.length; i++) parts[i] = DIGITS[bytes[i]!]!;
  return `\\x${parts.join('')}`;
}
