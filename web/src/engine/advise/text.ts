// The text of a file as it is read: UTF-8, or UTF-16 where a byte order mark says so.

/** Bytes that a file of UTF-16 begins with: the byte order mark in either order. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The encoding that the first bytes of a file tell. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const found = MARKS.find((mark) => mark.bytes.every((byte, i) => bytes[i] === byte));
  return found?.encoding ?? 'utf-8';
}

/**
 * Yields the text of a file, piece by piece, each with the share of the file that is read, from 0 to 1. A character is
 * never cut; bytes that are none become U+FFFD, and a byte order mark is left out.
 */
export async function* textOf(blob: Blob): AsyncGenerator<{ text: string; share: number }> {
  const encoding = encodingOf(new Uint8Array(await blob.slice(0, 2).arrayBuffer()));
  const decoder = new TextDecoder(encoding);
  const reader = blob.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.length;
    yield { text: decoder.decode(value, { stream: true }), share: read / blob.size };
  }
  yield { text: decoder.decode(), share: 1 };
}
