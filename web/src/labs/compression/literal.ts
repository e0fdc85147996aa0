// Values as SQL literals: text where the bytes are text that a column can hold, else bytea.

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text that these bytes are in UTF-8; null if they are not valid UTF-8, or have a byte 0, which
 * PostgreSQL's text cannot have.
 */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A value as an SQL literal: a text literal if `text` is true, so that the bytes must be valid text; else a
 * bytea literal.
 */
export function literalOf(bytes: Uint8Array, text: boolean): string {
  if (text) return `'${(textOf(bytes) ?? '').replaceAll("'", "''")}'`;
  return `'\\x${Array.from(bytes, (byte) => HEX[byte]).join('')}'`;
}
