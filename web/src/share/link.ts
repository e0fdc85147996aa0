// A link that carries a whole session, or a lesson, in its fragment: JSON, deflated, in base64url.
// A link may come from anyone, so all of it is checked, and it unpacks to a limited size.

/** The session that a link carries. */
export interface Shared {
  /** The console's text. */
  script: string;
  /** What ran, in order: its first line's number, when it ran, and which of these it ran after, from 1. */
  ran: { text: string; line: number; time: number; after: number }[];
  /** How many of these had run when what was printed was cleared; 0 when not said. */
  silent?: number;
  /** The last of these, from 1, on the branch that was looked at; the newest branch when not said. */
  tip?: number;
  /** Where on the timeline one looked, in frames; -1: at the end. */
  at: number;
  /** What seeds random(). */
  seed: number;
  /** Speed of playing. */
  speed: number;
  /** The relation and page looked at. */
  page?: { relation: number; block: number; item: number };
}

/** Why a link could not be read or made. */
export class LinkError extends Error {
  override name = 'LinkError';
}

export const LIMITS = {
  /** Characters of a fragment: what browsers, chats and mail programs still carry. */
  fragment: 32_000,
  /** Bytes it unpacks to. */
  unpacked: 400_000,
  ran: 500,
} as const;

/** Bytes in base64url. */
const toBase64Url = (bytes: Uint8Array) => {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** Bytes from base64url. Throws a `LinkError` for other characters. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text))
    throw new LinkError('The link has characters that do not belong there.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

/** Reads a stream to its end; throws if it has more than `most` bytes. */
async function gather(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new LinkError('What the link carries is too large.');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Compresses a text for an address fragment. Throws a `LinkError` if it is too long for one. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = toBase64Url(await gather(stream, Infinity));
  if (packed.length > LIMITS.fragment) {
    const most = LIMITS.fragment.toLocaleString('en-US');
    throw new LinkError(
      `This is too much for a link: ${packed.length.toLocaleString('en-US')} characters, and ` +
        `${most} are allowed. Save it as a file instead.`,
    );
  }
  return packed;
}

/** Decodes the text that a link's fragment carries. Throws a `LinkError` if it is damaged or too long. */
export async function unpack(packed: string): Promise<string> {
  if (packed.length > LIMITS.fragment) throw new LinkError('The link is too long.');
  try {
    const stream = new Blob([fromBase64Url(packed)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = await gather(stream, LIMITS.unpacked);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('The link is damaged: it may have been cut off when it was copied.');
  }
}

/** Whether it is a whole number that may be a count. */
const isCount = (n: unknown, least = 0): n is number =>
  typeof n === 'number' && Number.isInteger(n) && n >= least && n <= 2 ** 32;

/** Whether this is step number `i` of a session as a link must have it: it runs after an earlier step. */
const isStep = (step: Partial<Shared['ran'][number]> | null, i: number) =>
  typeof step?.text === 'string' &&
  isCount(step.line) &&
  isCount(step.after) &&
  step.after <= i &&
  Number.isFinite(step.time);

/** A session as the fragment of a link. */
export const packSession = (shared: Shared) => pack(JSON.stringify({ v: 1, ...shared }));

/** Reads the session that a fragment carries, and checks all of it. Throws a `LinkError` if it is not valid. */
export async function unpackSession(packed: string): Promise<Shared> {
  const text = await unpack(packed);
  let found: Partial<Shared> & { v?: unknown };
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    throw new LinkError('The link is damaged: what it carries is not a session.');
  }
  if (typeof found !== 'object' || found === null) {
    throw new LinkError('The link is damaged: what it carries is not a session.');
  }
  if (found.v !== 1)
    throw new LinkError('The link was made by a newer Toastscope: reload the page.');
  const { script, ran, at, seed, speed, page, silent, tip } = found;
  const good =
    typeof script === 'string' &&
    Array.isArray(ran) &&
    ran.length <= LIMITS.ran &&
    ran.every(isStep) &&
    isCount(at, -1) &&
    (silent === undefined || isCount(silent)) &&
    (tip === undefined || (isCount(tip) && tip <= ran.length)) &&
    typeof seed === 'number' &&
    typeof speed === 'number' &&
    (page === undefined || (isCount(page?.relation) && isCount(page.block) && isCount(page.item)));
  if (!good) throw new LinkError('The link is damaged: what it carries is not a session.');
  const shared: Shared = { script, ran, at, seed, speed: Math.min(16, Math.max(0.25, speed)) };
  if (page) shared.page = page;
  if (silent) shared.silent = silent;
  if (tip) shared.tip = tip;
  return shared;
}
